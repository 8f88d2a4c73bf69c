import type { PaymentId } from '@tsena/shared/checkout';
import { emptyDatabase, type STORES } from '@tsena/testkit/stores';
import { receiveCallback } from '../../src/core/payments/receiveCallback.ts';
import { LEASE_MS } from '../../src/core/rules/lease.ts';
import { leaseDue } from '../../src/core/storage/leases.ts';
import { findPayment, webhooksOf } from '../../src/core/storage/reads.ts';
import { checkAndRelease } from '../../src/core/workers/poller.ts';
import type { StoredPayment } from '../../src/database/schema.ts';
import { openStore } from '../../src/database/store.ts';
import { connectDirectly } from '../stress/directOperator.ts';
import { type OperatorTransaction, SimulatedOperator } from '../stress/simulatedOperator.ts';
import { payWith, testCompanion } from './testCompanion.ts';

/** Opens companions on one database, with the simulator of the operator and a clock that the test moves; nothing runs by itself. */
export async function openSimulatedPayments(kind: (typeof STORES)[number]) {
  const { url, remove } = await emptyDatabase(kind);
  const first = await openStore(url);
  const second = kind === 'postgres' ? await openStore(url) : first;
  const other = await openStore(url);
  let now = Date.parse('2026-01-01T00:00:00Z');
  const clock = { now: () => now };
  const simulator = new SimulatedOperator(clock.now);
  const operator = connectDirectly(simulator);
  const companions = [
    testCompanion({ store: first, clock, operator }),
    testCompanion({ store: second, clock, operator: connectDirectly(simulator) }),
  ] as const;
  const [companion] = companions;

  /** The operator's transaction of a payment. */
  function transactionOf(payment: StoredPayment): OperatorTransaction {
    const found = simulator.find(payment.reference);
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
    /** The first companion's operator; a test replaces its functions. */
    operator,
    /** Each with a lease owner of its own; on PostgreSQL with connections of its own too. */
    companions,
    /** A connection apart from the companions'. */
    other,
    advance(ms: number): void {
      now += ms;
    },
    /** Opens an attempt of Ar 25 000 and waits until the operator's answer is written. */
    async pay(order = 'ORDER-1'): Promise<StoredPayment> {
      return read((await payWith(companion, order)).id);
    },
    transactionOf,
    /** Time passes, and the first companion checks whatever is due. */
    async pass(ms: number, stepMs = 10_000): Promise<void> {
      for (const end = now + ms; now < end; ) {
        now = Math.min(end, now + stepMs);
        for (const due of await leaseDue(companion.storage, LEASE_MS, 100)) await checkAndRelease(companion, due);
      }
    },
    read,
    /** The types of a payment's webhook events, in order. */
    async webhookTypes(id: PaymentId): Promise<string[]> {
      return (await webhooksOf(other.db, id)).map(({ type }) => type);
    },
    /** The operator's callback to a payment's own address. */
    async callback(payment: StoredPayment, serverCorrelationId: string, status = 'completed', transactionReference = ''): Promise<void> {
      const secret = transactionOf(payment).callbackUrl?.split('/').at(-1) ?? '';
      await receiveCallback(companion.storage, secret, { serverCorrelationId, transactionReference, status });
    },
    async close(): Promise<void> {
      await first.close();
      if (second !== first) await second.close();
      await other.close();
      remove();
    },
  };
}
