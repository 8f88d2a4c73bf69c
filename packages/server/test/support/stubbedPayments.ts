import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import { emptyDatabase, type STORES } from '@tsena/testkit/stores';
import type { Insertable } from 'kysely';
import type { Operator } from '../../src/core/operator/client.ts';
import type { Lookups } from '../../src/core/operator/lookups.ts';
import { checkStatus } from '../../src/core/payments/checkStatus.ts';
import { createPaymentChanges } from '../../src/core/payments/paymentChanges.ts';
import { receiveCallback } from '../../src/core/payments/receiveCallback.ts';
import type { PaymentChange } from '../../src/core/rules/decision.ts';
import { LEASE_MS } from '../../src/core/rules/lease.ts';
import type { NextCheck } from '../../src/core/rules/nextCheck.ts';
import { leaseOne } from '../../src/core/storage/leases.ts';
import { findPayment, historyOf, webhooksOf } from '../../src/core/storage/reads.ts';
import { hashSecret, newPaymentId } from '../../src/core/storage/storage.ts';
import type { PaymentsTable, StoredPayment } from '../../src/database/schema.ts';
import { openStore } from '../../src/database/store.ts';
import { createLog } from '../../src/log/log.ts';
import { testClock } from './operatorFixture.ts';
import { seedPayment } from './seed.ts';
import { type TestCompanion, testCompanion } from './testCompanion.ts';

/** The stub's answers, which a test replaces. */
export interface OperatorAnswers {
  ready: Operator['ready'];
  isReady: Operator['isReady'];
  turnInMs: Operator['turnInMs'];
  initiate: Operator['initiate'];
  status: Lookups['status'];
  details: Lookups['details'];
}

type Columns = Partial<Insertable<PaymentsTable>>;

/** A companion, a stub of the operator whose answers the test sets, and all that can be seen of them. */
export type StubbedPayments = Awaited<ReturnType<typeof openStubbedPayments>>;

export interface StubbedPaymentsOptions {
  /** Without it the database is in memory. */
  readonly kind?: (typeof STORES)[number];
}

/** Opens {@link StubbedPayments}. */
export async function openStubbedPayments(options: StubbedPaymentsOptions = {}) {
  const { url, remove } =
    options.kind === undefined ? { url: 'file::memory:', remove: () => undefined } : await emptyDatabase(options.kind);
  const store = await openStore(url);
  const stores = new Set([store]);
  const clock = testClock();
  const asked: string[] = [];
  const lines: Record<string, unknown>[] = [];
  const published: StoredPayment[] = [];
  const reported: PaymentChange[] = [];
  const dueAsked: PaymentId[] = [];
  const stopping = new AbortController();
  const stopped = new AbortController();
  let enqueued = 0;

  const answers: OperatorAnswers = {
    ready: async () => ({ ok: true }),
    isReady: () => false,
    turnInMs: () => 0,
    initiate: async () => ({ kind: 'accepted', serverCorrelationId: 'sc-1', notificationMethod: 'callback' }),
    status: async () => ({ kind: 'state', state: 'pending', operatorStatus: 'pending', objectReference: null }),
    details: async () => ({ kind: 'absent', reason: '404' }),
  };
  const lookups = (prefix: string): Lookups => ({
    status(serverCorrelationId) {
      asked.push(`${prefix}status ${serverCorrelationId}`);
      return answers.status(serverCorrelationId);
    },
    details(transactionId) {
      asked.push(`${prefix}details ${transactionId}`);
      return answers.details(transactionId);
    },
  });
  const operator: Operator = {
    ...lookups(''),
    hasToken: () => answers.ready(),
    ready: () => answers.ready(),
    isReady: () => answers.isReady(),
    turnInMs: (others) => answers.turnInMs(others),
    initiate: (...given) => answers.initiate(...given),
    merchant: lookups('merchant: '),
    strangers: { run: (_key, work) => work(lookups('stranger: ')) },
    close: () => undefined,
  };

  const log = createLog('trace', { write: (line: string) => lines.push(JSON.parse(line)) });
  const recording = {
    log,
    publish: (payment: StoredPayment) => published.push(payment),
    onChanged: (_payment: StoredPayment, change: PaymentChange) => reported.push(change),
    onEnqueued() {
      enqueued += 1;
    },
  };
  const companion: TestCompanion = {
    ...testCompanion({
      store,
      clock,
      operator,
      hooks: { ...recording, stopping: stopping.signal, stopped: stopped.signal },
    }),
    checkIfDue: (id) => dueAsked.push(id),
  };

  /** Stores a payment that the operator has accepted and whose status check is due now; `values` change its columns. */
  async function seed(values: Columns = {}): Promise<PaymentId> {
    const id = newPaymentId();
    await seedPayment(store, {
      id,
      callback_hash: hashSecret(id),
      status: 'pending',
      server_correlation_id: 'sc-1',
      correlation_source: 'initiation',
      created_at: clock.now(),
      sent_at: clock.now(),
      next_check_at: clock.now(),
      ...values,
    });
    return id;
  }

  /** Takes the lease on a payment that is due. */
  async function lease(id: PaymentId): Promise<StoredPayment> {
    const leased = await leaseOne(companion.storage, id, LEASE_MS);
    if (leased === undefined) throw new Error('the payment was not due');
    return leased;
  }

  return {
    store,
    clock,
    companion,
    /**
     * Makes another companion on the same database, with a lease owner of its own; on PostgreSQL with connections of
     * its own too.
     */
    async another(): Promise<TestCompanion> {
      const its = options.kind === 'postgres' ? await openStore(url) : store;
      stores.add(its);
      return testCompanion({ store: its, clock, operator });
    },
    answers,
    /**
     * The lookups, in order: `status sc-1`, `details 636042511`; those that strangers cause begin with
     * `stranger: `, those that the merchant checks with `merchant: `.
     */
    asked: asked as readonly string[],
    /** The log lines, in order. */
    lines: lines as readonly Readonly<Record<string, unknown>>[],
    /** What subscribers received, in order. */
    published: published as readonly StoredPayment[],
    /** The changes that were reported for the metrics, in order. */
    reported: reported as readonly PaymentChange[],
    /** The payments whose status check was asked for, in order. */
    dueAsked: dueAsked as readonly PaymentId[],
    /** How often webhooks were reported as queued. */
    enqueued: () => enqueued,
    /** Aborts `stopping`. */
    stop: () => stopping.abort(),
    /** Aborts `stopped`. */
    end: () => stopped.abort(),
    seed,
    /** Stores a payment whose outcome is unknown; `values` change its columns. */
    seedUnresolved: (values: Columns = {}): Promise<PaymentId> =>
      seed({
        status: 'unresolved',
        server_correlation_id: null,
        correlation_source: null,
        next_check_at: null,
        ...values,
      }),
    lease,
    /** Stores the operator's callback to the address of a payment that `seed` stored. */
    async callback(
      id: PaymentId,
      serverCorrelationId: string,
      transactionReference = '',
      status = 'completed',
    ): Promise<void> {
      await receiveCallback(companion.storage, id, { serverCorrelationId, transactionReference, status });
    },
    /** Makes a payment due, takes the lease on it, and checks its status. */
    async check(id: PaymentId, change: Partial<TestCompanion> = {}): Promise<NextCheck> {
      const due = { lease_owner: null, lease_until: null, next_check_at: clock.now() };
      await store.db.updateTable('payments').set(due).where('id', '=', id).execute();
      const { storage } = change;
      const changes = storage === undefined ? companion.changes : createPaymentChanges({ storage, ...recording });
      return checkStatus({ ...companion, changes, ...change }, await lease(id));
    },
    async read(id: PaymentId): Promise<StoredPayment> {
      const payment = await findPayment(store.db, id);
      if (payment === undefined) throw new Error(`${id} is gone`);
      return payment;
    },
    /** The events that were written of a payment, in order: the kind, and the data. */
    async events(id: PaymentId): Promise<(readonly [string, unknown])[]> {
      return (await historyOf(store.db, id)).map(({ kind, data }) => [kind, JSON.parse(data)] as const);
    },
    async webhookTypes(id: PaymentId): Promise<string[]> {
      return (await webhooksOf(store.db, id)).map(({ type }) => type);
    },
    async close(): Promise<void> {
      await Promise.all([...stores].map((one) => one.close()));
      remove();
    },
  };
}

/** An order reference. */
export function orderOf(reference: string): OrderReference {
  return reference as OrderReference;
}
