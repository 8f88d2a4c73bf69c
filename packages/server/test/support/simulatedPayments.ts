import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import { emptyDatabase, type STORES } from '@tsena/testkit/stores';
import { expect, vi } from 'vitest';
import type { Operator } from '../../src/core/operator/client.ts';
import { receiveCallback } from '../../src/core/payments/receiveCallback.ts';
import { LEASE_MS } from '../../src/core/rules/lease.ts';
import { leaseDue } from '../../src/core/storage/leases.ts';
import { currentPayment, findPayment, webhooksOf } from '../../src/core/storage/reads.ts';
import { checkAndRelease } from '../../src/core/workers/poller.ts';
import type { StoredPayment } from '../../src/database/schema.ts';
import { openStore, type Store } from '../../src/database/store.ts';
import { OperatorSimulator, type SimulatedTransaction } from '../stress/operatorSimulator.ts';
import { payWith, type TestCompanion, testCompanion } from './testCompanion.ts';

/** Companions on one database, the simulated operator and a clock that the test moves; nothing runs by itself. */
export interface SimulatedPayments {
  readonly simulator: OperatorSimulator;
  /** The first companion's operator; a test replaces its functions. */
  readonly operator: Operator;
  /** Each with a lease owner of its own; on PostgreSQL with connections of its own too. */
  readonly companions: readonly [TestCompanion, TestCompanion];
  /** A connection apart from the companions'. */
  readonly other: Store;
  advance(ms: number): void;
  /** Opens an attempt of Ar 25 000 and waits until the operator's answer is written, or, where it comes late, until the request is sent. */
  pay(order?: string): Promise<StoredPayment>;
  /** The operator's transaction of a payment. */
  transactionOf(payment: StoredPayment): SimulatedTransaction;
  /** Time passes, and the first companion checks whatever is due. */
  pass(ms: number, stepMs?: number): Promise<void>;
  read(id: PaymentId): Promise<StoredPayment>;
  /** The types of a payment's webhook events, in order. */
  webhookTypes(id: PaymentId): Promise<string[]>;
  /** The operator's callback to a payment's own address. */
  callback(payment: StoredPayment, serverCorrelationId: string, status?: string, transactionReference?: string): Promise<void>;
  close(): Promise<void>;
}

export async function openSimulatedPayments(kind: (typeof STORES)[number]): Promise<SimulatedPayments> {
  const { url, remove } = await emptyDatabase(kind);
  const first = await openStore(url);
  const second = kind === 'postgres' ? await openStore(url) : first;
  const other = await openStore(url);
  const simulator = new OperatorSimulator();
  const operator = simulator.connect(() => false);
  let now = Date.parse('2026-01-01T00:00:00Z');
  const clock = { now: () => now };
  const companions = [
    testCompanion({ store: first, clock, operator }),
    testCompanion({ store: second, clock, operator: simulator.connect(() => false) }),
  ] as const;
  const [companion] = companions;

  function transactionOf(payment: StoredPayment): SimulatedTransaction {
    const found = simulator.transactions.find(({ initiation }) => initiation.reference === payment.reference);
    if (found === undefined) throw new Error('the operator has no such transaction');
    return found;
  }

  async function read(id: PaymentId): Promise<StoredPayment> {
    const payment = await findPayment(other.db, id);
    if (payment === undefined) throw new Error(`${id} is gone`);
    return payment;
  }

  return {
    simulator,
    operator,
    companions,
    other,
    advance(ms) {
      now += ms;
    },
    async pay(order = 'ORDER-1') {
      const before = simulator.initiations.length;
      const paying = payWith(companion, order);
      if (simulator.fate === 'accepted and answered late') {
        await vi.waitFor(() => expect(simulator.initiations).toHaveLength(before + 1));
        const sent = await currentPayment(other.db, order as OrderReference);
        if (sent === undefined) throw new Error('the attempt was not stored');
        return sent;
      }
      return read((await paying).id);
    },
    transactionOf,
    async pass(ms, stepMs = 10_000) {
      for (const end = now + ms; now < end; ) {
        now = Math.min(end, now + stepMs);
        for (const due of await leaseDue(companion.storage, LEASE_MS, 100)) await checkAndRelease(companion, due);
      }
    },
    read,
    async webhookTypes(id) {
      return (await webhooksOf(other.db, id)).map(({ type }) => type);
    },
    async callback(payment, serverCorrelationId, status = 'completed', transactionReference = '') {
      const secret = transactionOf(payment).initiation.callbackUrl?.split('/').at(-1) ?? '';
      await receiveCallback(companion.storage, secret, { serverCorrelationId, transactionReference, status });
    },
    async close() {
      await first.close();
      if (second !== first) await second.close();
      await other.close();
      remove();
    },
  };
}
