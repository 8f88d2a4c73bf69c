import type { Ariary } from '@tsena/shared';
import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import type { DetailsResponse } from '@tsena/shared/operator';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OperatorSimulator } from '../../test/stress/operatorSimulator.ts';
import { announced } from '../../test/support/storages.ts';
import { msisdn, type TestCompanion, testCompanion, withStore } from '../../test/support/testCompanion.ts';
import type { Operator } from '../operator/client.ts';
import { receiveCallback } from '../payments/receiveCallback.ts';
import { checkAndRelease, createPoller } from '../poller.ts';
import { LEASE_MS } from '../rules/lease.ts';
import { leaseDue } from '../storage/leases.ts';
import { findPayment, historyOf, webhooksOf } from '../storage/reads.ts';
import { reviewReasonsAmong } from '../storage/reviews.ts';
import type { StoredPayment } from '../storage/schema.ts';
import { openStore, type Store } from '../storage/store.ts';
import { initiate } from './initiate.ts';
import { resolvePayment } from './resolve.ts';
import { submitReference } from './submitReference.ts';

const MINUTE = 60_000;

let store: Store;
let now: number;
let simulator: OperatorSimulator;
let calls: { status: number; details: number };
let companion: TestCompanion;
let enqueued: number;

beforeEach(async () => {
  store = await openStore('file::memory:');
  now = Date.parse('2026-01-01T00:00:00Z');
  simulator = new OperatorSimulator();
  calls = { status: 0, details: 0 };
  const connection = simulator.connect(() => false);
  const operator: Operator = {
    ...connection,
    status: (id) => {
      calls.status += 1;
      return connection.status(id);
    },
    details: (id) => {
      calls.details += 1;
      return connection.details(id);
    },
    submitted: { run: (_payment, work) => work(operator) },
    named: { run: (_payment, work) => work(operator) },
  };
  const waitForAnswer: TestCompanion['waitForAnswer'] = (payment, sent) => Promise.race([sent, simulator.keptBack(payment.reference)]);
  enqueued = 0;
  const onEnqueued = () => {
    enqueued += 1;
  };
  companion = testCompanion({ store, clock: { now: () => now }, operator, waitForAnswer, onEnqueued });
});
afterEach(() => store.close());

async function pay(order = 'ORDER-1'): Promise<StoredPayment> {
  const opening = await initiate(companion, {
    claims: { sub: order as OrderReference, amount: 25_000 as Ariary, currency: 'MGA' },
    msisdn: msisdn('0343500003'),
    language: 'fr',
    addressHash: null,
  });
  if (opening.kind !== 'opened') throw new Error(`the attempt was not opened: ${opening.kind}`);
  return opening.payment;
}

function transactionOf(payment: StoredPayment) {
  const transaction = simulator.transactions.find(({ initiation }) => initiation.reference === payment.reference);
  if (transaction === undefined) throw new Error('no transaction');
  return transaction;
}

/** Time passes, and every payment that is due is checked. */
async function pass(ms: number, step = 10_000): Promise<void> {
  for (const end = now + ms; now < end; ) {
    now = Math.min(end, now + step);
    for (const due of await leaseDue(companion.storage, LEASE_MS, 100)) await checkAndRelease(companion, due);
  }
}

async function current(id: PaymentId): Promise<StoredPayment> {
  const payment = await findPayment(store.db, id);
  if (payment === undefined) throw new Error(`${id} is gone`);
  return payment;
}

async function webhookTypes(id: PaymentId): Promise<string[]> {
  return (await webhooksOf(store.db, id)).map(({ type }) => type);
}

/** The details of a payment's transaction without an X-CorrelationID, as the operator returned them before 2026. */
async function detailsWithoutCorrelationId(payment: StoredPayment): Promise<DetailsResponse> {
  const answer = await companion.operator.details(transactionOf(payment).transactionId);
  if (answer.kind !== 'details') throw new Error('no details');
  return { ...answer.details, metadata: [] };
}

function secretOf(payment: StoredPayment): string {
  return transactionOf(payment).initiation.callbackUrl?.split('/').at(-1) ?? '';
}

describe('an attempt whose `sending` cannot be written', () => {
  const lost = new Error('Connection terminated unexpectedly');
  /** The store, where the transaction of that number fails. */
  function failing(number: number, how: 'before' | 'after its commit'): Store {
    let count = 0;
    return {
      ...store,
      transact: async (work) => {
        count += 1;
        if (count === number && how === 'before') throw lost;
        const result = await store.transact(work);
        if (count === number) throw lost;
        return result;
      },
    };
  }

  it.each(['before', 'after its commit'] as const)('fails, and nothing is sent: %s', async (how) => {
    companion = withStore(companion, failing(2, how));
    const { id } = await pay();
    await companion.sendingIds.get(id);
    expect(await current(id)).toMatchObject({ status: 'failed', failure_code: 'not_sent', lease_owner: null, next_check_at: null });
    expect(simulator.transactions).toEqual([]);
    now += 1;
    expect((await pay()).id).not.toBe(id);
  });

  it('keeps the status that another process has written meanwhile', async () => {
    companion = withStore(companion, failing(2, 'after its commit'));
    const { transact } = companion.storage.store;
    let count = 0;
    const slow: Store['transact'] = async (work) => {
      count += 1;
      if (count === 3) {
        now += 60_000;
        for (const payment of await leaseDue({ ...companion.storage, store, owner: 'another' }, 12_000, 16))
          await checkAndRelease(withStore(companion, store), payment);
      }
      return transact(work);
    };
    companion = withStore(companion, { ...companion.storage.store, transact: slow });
    const { id } = await pay();
    await companion.sendingIds.get(id);
    expect((await current(id))?.status).toBe('unresolved');
    expect(simulator.transactions).toEqual([]);
  });
});

describe('a payment that the operator reports as completed', () => {
  it('completes after its details match', async () => {
    const payment = await pay();
    transactionOf(payment).state = 'completed';
    await pass(MINUTE);
    expect(await current(payment.id)).toMatchObject({
      status: 'completed',
      verified: 1,
      transaction_id: transactionOf(payment).transactionId,
    });
  });

  it('needs review and is not paid where the details differ: the shop gets a webhook, and no new attempt starts', async () => {
    const payment = await pay();
    transactionOf(payment).state = 'completed';
    simulator.recordsAreWrong = true;
    await pass(5 * MINUTE);
    expect(await current(payment.id)).toMatchObject({ status: 'pending', differences: 'amount', transaction_id: null });
    expect(await webhookTypes(payment.id)).toEqual(['payment.review_required']);
    await expect(pay()).rejects.toThrow('exists');
  });

  it('needs review again where the details differ after the merchant recorded not_received, which then allows no new attempt', async () => {
    const payment = await pay();
    await resolvePayment(companion, payment.id, { resolution: 'not_received', reason: 'the payer shows no SMS' }, 'Hanta');
    transactionOf(payment).state = 'completed';
    simulator.recordsAreWrong = true;
    await pass(5 * MINUTE);
    expect(await current(payment.id)).toMatchObject({
      status: 'pending',
      differences: 'amount',
      resolution: null,
      resolution_reason: null,
    });
    await expect(pay()).rejects.toThrow('exists');
    await resolvePayment(companion, payment.id, { resolution: 'not_received', reason: 'the operator says so by phone' }, 'Hanta');
    await pass(5 * MINUTE);
    expect((await pay()).attempt_number).toBe(2);
  });

  it('completes unverified after ten minutes of unreadable details, and is verified when they can be read', async () => {
    const payment = await pay();
    transactionOf(payment).state = 'completed';
    simulator.records = false;
    await pass(9 * MINUTE);
    expect((await current(payment.id)).status).toBe('pending');
    await pass(3 * MINUTE);
    expect(await current(payment.id)).toMatchObject({ status: 'completed', verified: 0 });
    expect(await webhookTypes(payment.id)).toEqual(['payment.completed']);

    simulator.records = true;
    await pass(10 * MINUTE);
    expect(await current(payment.id)).toMatchObject({ status: 'completed', verified: 1 });
    expect(await webhookTypes(payment.id)).toEqual(['payment.completed']);
  });

  it('that completed unverified needs review where the details then differ', async () => {
    const payment = await pay();
    transactionOf(payment).state = 'completed';
    simulator.records = false;
    await pass(12 * MINUTE);
    Object.assign(simulator, { records: true, recordsAreWrong: true });
    await pass(10 * MINUTE);
    expect(await current(payment.id)).toMatchObject({ status: 'completed', verified: 0, differences: 'amount' });
    expect(await webhookTypes(payment.id)).toEqual(['payment.completed', 'payment.review_required']);
  });

  it('that completed unverified needs review, once, where its transaction has paid another order', async () => {
    const payment = await pay('ORDER-1');
    transactionOf(payment).state = 'completed';
    simulator.fate = 'accepted without an answer';
    const other = await pay('ORDER-2');
    const details = await detailsWithoutCorrelationId(payment);
    simulator.records = false;
    await pass(12 * MINUTE);
    expect(await current(payment.id)).toMatchObject({ status: 'completed', verified: 0 });

    companion.operator.details = async () => ({ kind: 'details', details });
    expect(await resolvePayment(companion, other.id, { transactionReference: '700000022' }, 'Hanta')).toMatchObject({ ok: true });
    await pass(30 * MINUTE);
    expect(await current(payment.id)).toMatchObject({
      status: 'completed',
      verified: 0,
      differences: 'transactionReference',
      next_check_at: null,
    });
    expect(await webhookTypes(payment.id)).toEqual(['payment.completed', 'payment.review_required']);
  });

  it('does not complete without its details where only a callback named the transaction', async () => {
    simulator.fate = 'accepted without an answer';
    const payment = await pay();
    transactionOf(payment).state = 'completed';
    simulator.records = false;
    await receiveCallback(companion.storage, secretOf(payment), {
      serverCorrelationId: transactionOf(payment).serverCorrelationId,
      status: 'completed',
    });
    await pass(30 * MINUTE);
    expect((await current(payment.id)).status).toBe('unresolved');
    simulator.records = true;
    await pass(10 * MINUTE);
    expect(await current(payment.id)).toMatchObject({ status: 'completed', verified: 1 });
  });
});

describe('a status check without an answer', () => {
  it('changes nothing', async () => {
    const payment = await pay();
    simulator.lookups = false;
    await pass(60 * MINUTE);
    const { version } = await current(payment.id);
    expect(await current(payment.id)).toMatchObject({ status: 'pending', version: payment.version });
    simulator.lookups = true;
    transactionOf(payment).state = 'failed';
    await pass(10 * MINUTE);
    expect(await current(payment.id)).toMatchObject({ status: 'failed', version: version + 1 });
  });

  it('is repeated for three days, then no more', async () => {
    const payment = await pay();
    await pass(3.1 * 24 * 60 * MINUTE, 5 * MINUTE);
    expect(await current(payment.id)).toMatchObject({ status: 'pending', next_check_at: null });
    const before = calls.status;
    await pass(24 * 60 * MINUTE, 5 * MINUTE);
    expect(calls.status).toBe(before);
  });
});

it('a payment with an unknown status stays pending, and the status is recorded once', async () => {
  const payment = await pay();
  transactionOf(payment).state = 'expired' as 'pending';
  companion.operator.status = async () => ({ kind: 'state', state: 'unknown', operatorStatus: 'expired', objectReference: null });
  await pass(MINUTE);
  expect((await current(payment.id)).status).toBe('pending');
  const history = await historyOf(store.db, payment.id);
  expect(history.filter(({ kind }) => kind === 'unknown_status')).toHaveLength(1);
});

describe('callbacks', () => {
  it('that are forged change nothing and cause few status checks, however many arrive', async () => {
    const payment = await pay();
    for (let n = 0; n < 500; n += 1) {
      await receiveCallback(companion.storage, secretOf(payment), {
        serverCorrelationId: `forged-${n}`,
        status: n % 2 === 0 ? 'completed' : 'failed',
      });
      await pass(100, 100);
    }
    expect((await current(payment.id)).status).toBe('pending');
    // 50 s: its own status checks, five at once, then one in ten seconds.
    expect(calls.status).toBeLessThanOrEqual(20);
    // Callbacks that cause no status check at all would be no use.
    expect(calls.status).toBeGreaterThanOrEqual(10);
    expect(calls.details).toBe(0);
  });

  it('that are forged cause few status checks of an unresolved payment, however many arrive and whatever they name', async () => {
    simulator.fate = 'accepted without an answer';
    const payment = await pay();
    for (let n = 0; n < 500; n += 1) {
      await receiveCallback(companion.storage, secretOf(payment), { serverCorrelationId: `forged-${n}`, status: 'completed' });
      await pass(100, 100);
    }
    expect(calls.status).toBeGreaterThanOrEqual(25);
    // 50 s: five checks once, then one in ten seconds, at five transactions each.
    expect(calls.status).toBeLessThanOrEqual(50);
    // A callback of the operator still causes a check.
    transactionOf(payment).state = 'completed';
    await receiveCallback(companion.storage, secretOf(payment), { ...transactionOf(payment), status: 'completed' });
    await pass(MINUTE);
    expect((await current(payment.id)).status).toBe('completed');
  });

  it('that name another payment’s serverCorrelationId in another case do not complete an unresolved payment', async () => {
    const other = await pay('ORDER-2');
    simulator.fate = 'accepted without an answer';
    const payment = await pay('ORDER-1');
    const { serverCorrelationId } = transactionOf(other);
    await receiveCallback(companion.storage, secretOf(payment), {
      serverCorrelationId: serverCorrelationId.toUpperCase(),
      status: 'completed',
    });
    const before = calls.status;
    await pass(1000, 1000);
    expect(calls.status).toBe(before);
    expect((await current(payment.id)).status).toBe('unresolved');
  });

  it('that name another payment’s transaction do not complete an unresolved payment', async () => {
    const other = await pay('ORDER-2');
    transactionOf(other).state = 'completed';
    simulator.fate = 'accepted without an answer';
    const payment = await pay('ORDER-1');
    await receiveCallback(companion.storage, secretOf(payment), {
      serverCorrelationId: transactionOf(other).serverCorrelationId,
      status: 'completed',
    });
    await pass(MINUTE);
    expect((await current(payment.id)).status).toBe('unresolved');
    expect((await current(other.id)).status).toBe('completed');
  });

  it('that arrived while the attempt was being sent cause a check as soon as it has its answer', async () => {
    simulator.fate = 'accepted and answered late';
    const payment = await pay();
    transactionOf(payment).state = 'completed';
    await receiveCallback(companion.storage, secretOf(payment), { serverCorrelationId: 'early', status: 'completed' });
    expect((await current(payment.id)).status).toBe('sending');
    simulator.answerLate();
    await Promise.all(companion.sendingIds.values());
    expect((await current(payment.id)).next_check_at).toBe(now);
  });
});

describe('a submitted reference from the operator’s SMS', () => {
  async function unresolved(order = 'ORDER-1'): Promise<StoredPayment> {
    simulator.fate = 'accepted without an answer';
    const payment = await pay(order);
    transactionOf(payment).state = 'completed';
    return payment;
  }

  it('completes an unresolved payment', async () => {
    const payment = await unresolved();
    const result = await submitReference(companion, payment.id, transactionOf(payment).transactionId);
    expect(result).toMatchObject({ ok: true, payment: { status: 'completed', verified: 1 } });
    expect(await webhookTypes(payment.id)).toEqual(['payment.unresolved', 'payment.completed']);
  });

  it('is rejected where it is another payment’s, and after five attempts also where it is the right one', async () => {
    const other = await unresolved('ORDER-2');
    const payment = await unresolved('ORDER-1');
    for (let n = 0; n < 5; n += 1) {
      expect(await submitReference(companion, payment.id, transactionOf(other).transactionId)).toEqual({
        ok: false,
        code: 'reference_mismatch',
        mismatch: { kind: 'differs', fields: ['correlationId'], amount: '25000.00' },
      });
    }
    expect(await submitReference(companion, payment.id, transactionOf(payment).transactionId)).toEqual({
      ok: false,
      code: 'reference_attempts_exhausted',
    });
    const byMerchant = await resolvePayment(companion, payment.id, { transactionReference: transactionOf(payment).transactionId }, 'Hanta');
    expect(byMerchant).toMatchObject({ ok: true, payment: { status: 'completed' } });
  });

  it('is rejected where it has completed another payment', async () => {
    const first = await unresolved('ORDER-1');
    const second = await unresolved('ORDER-2');
    const id = transactionOf(first).transactionId;
    expect((await submitReference(companion, first.id, id)).ok).toBe(true);
    // Details without an X-CorrelationID match both payments. The reference is used, so it is rejected.
    const details = await detailsWithoutCorrelationId(first);
    companion.operator.details = async () => ({ kind: 'details', details });
    expect(await submitReference(companion, second.id, id)).toEqual({
      ok: false,
      code: 'reference_mismatch',
      mismatch: { kind: 'used', order: 'ORDER-1' },
    });
  });

  it('does not count three times where the operator does not answer, and counts from then on', async () => {
    const payment = await unresolved();
    simulator.lookups = false;
    for (const counted of [0, 0, 0, 1, 2, 3, 4]) {
      expect(await submitReference(companion, payment.id, '123')).toMatchObject({ ok: false, code: 'operator_unavailable' });
      expect(await current(payment.id)).toMatchObject({ status: 'unresolved', reference_attempts: counted });
    }
    simulator.lookups = true;
    expect((await submitReference(companion, payment.id, transactionOf(payment).transactionId)).ok).toBe(true);
  });

  it('stays counted where the process ends before the operator answers', async () => {
    const payment = await unresolved();
    simulator.lookups = false;
    companion.operator.details = () => new Promise(() => undefined);
    void submitReference(companion, payment.id, '123');
    await expect.poll(async () => (await current(payment.id)).reference_attempts).toBe(1);
    // Another process on the same store does not give back what the first one counted.
    const next = { ...companion, operator: simulator.connect(() => false) };
    for (let n = 0; n < 7; n += 1) expect(await submitReference(next, payment.id, '123')).toMatchObject({ code: 'operator_unavailable' });
    expect(await submitReference(next, payment.id, '123')).toEqual({ ok: false, code: 'reference_attempts_exhausted' });
  });

  it('is rejected for a payment that is not unresolved', async () => {
    simulator.fate = 'accepted';
    const payment = await pay();
    expect(await submitReference(companion, payment.id, '123')).toEqual({ ok: false, code: 'reference_not_accepted' });
  });
});

describe('a merchant’s resolution', () => {
  it('is recorded with its reason, and does not change the status', async () => {
    simulator.fate = 'lost';
    const payment = await pay();
    expect(
      await resolvePayment(companion, payment.id, { resolution: 'not_received', reason: 'asked the operator by phone' }, 'Hanta'),
    ).toMatchObject({
      ok: true,
      payment: { status: 'unresolved', resolution: 'not_received' },
    });
    simulator.fate = 'accepted';
    expect((await pay()).id).not.toBe(payment.id);
  });

  it('`received` prevents a new attempt, however long ago it was', async () => {
    simulator.fate = 'lost';
    const payment = await pay();
    await resolvePayment(companion, payment.id, { resolution: 'received', reason: 'seen in the statement' }, 'Hanta');
    now += 60 * MINUTE;
    await expect(pay()).rejects.toThrow('exists');
  });

  it('`received` stays recorded when the review is closed: no further attempt starts', async () => {
    const payment = await pay();
    await companion.sendingIds.get(payment.id);
    await resolvePayment(companion, payment.id, { resolution: 'received', reason: 'seen in the statement' }, 'Hanta');
    await announced(companion, payment.id, { set: { differences: 'amount' }, event: { kind: 'details_mismatch' } });
    await announced(companion, payment.id, { to: 'failed', set: { differences: null }, event: { kind: 'failed' } });
    await announced(companion, payment.id, { set: { differences: 'amount' }, event: { kind: 'details_mismatch' } });
    expect(await resolvePayment(companion, payment.id, { resolution: 'closed', reason: 'the customer was called' }, 'Hanta')).toMatchObject(
      {
        ok: true,
        payment: { status: 'failed', resolution: 'received', resolution_reason: 'seen in the statement' },
      },
    );
    expect(await reviewReasonsAmong(store.db, [payment.id])).toEqual(new Map());
    await announced(companion, payment.id, { set: { differences: null }, event: { kind: 'verified' } });
    await expect(pay()).rejects.toThrow('exists');
  });

  it('`received` can be replaced by `not_received`, also after the operator reports a failure', async () => {
    const payment = await pay();
    await companion.sendingIds.get(payment.id);
    await resolvePayment(companion, payment.id, { resolution: 'received', reason: 'seen in the statement' }, 'Hanta');
    await announced(companion, payment.id, { to: 'failed', event: { kind: 'failed' } });
    await expect(pay()).rejects.toThrow('exists');
    expect(
      await resolvePayment(companion, payment.id, { resolution: 'not_received', reason: 'it was another order’s' }, 'Hanta'),
    ).toMatchObject({
      ok: true,
      payment: { status: 'failed', resolution: 'not_received' },
    });
    expect((await pay()).id).not.toBe(payment.id);
  });

  it('is rejected once the payment is final', async () => {
    simulator.fate = 'refused';
    const payment = await pay();
    expect(await resolvePayment(companion, payment.id, { resolution: 'received', reason: 'no' }, 'Hanta')).toEqual({
      ok: false,
      code: 'resolve_not_possible',
    });
  });
});

it('an attempt that fails for a new one is published to its subscribers, and its webhook is delivered at once', async () => {
  companion.operator.ready = () => new Promise(() => undefined);
  // Neither attempt gets an answer: the caller gets the payment as it stands.
  companion = { ...companion, waitForAnswer: async () => undefined };
  const lapsed = await pay();
  now += LEASE_MS;
  const published: string[] = [];
  companion.subscriptions.subscribe(lapsed, ({ status, failure_code }) => published.push(`${status} ${failure_code}`));
  expect((await pay()).id).not.toBe(lapsed.id);
  expect(published).toEqual(['failed not_sent']);
  expect(enqueued).toBe(1);
  expect((await webhooksOf(store.db, lapsed.id)).map(({ type }) => type)).toEqual(['payment.failed']);
});

it('the number of status checks does not grow with the number of subscribers', async () => {
  const poller = createPoller(companion);
  async function checksIn(viewers: number, order: string): Promise<number> {
    const payment = await pay(order);
    await pass(20 * MINUTE);
    const before = calls.status;
    companion.subscriptions.subscribe(payment, () => undefined);
    for (let second = 0; second < 300; second += 1) {
      const row = await current(payment.id);
      for (let viewer = 0; viewer < viewers; viewer += 1) poller.bringForward(row);
      await new Promise((resolve) => setImmediate(resolve));
      await pass(1000, 1000);
    }
    transactionOf(payment).state = 'failed';
    await pass(10 * MINUTE);
    return calls.status - before;
  }
  const one = await checksIn(1, 'ORDER-1');
  const many = await checksIn(100, 'ORDER-2');
  expect(one).toBeGreaterThan(5);
  expect(many).toBe(one);
});
