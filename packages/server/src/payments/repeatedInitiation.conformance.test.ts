import type { Ariary } from '@tsena/shared';
import type { OrderReference } from '@tsena/shared/checkout';
import { deferred } from '@tsena/testkit/deferred';
import { STORES } from '@tsena/testkit/stores';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSimulatedPayments, type SimulatedPayments } from '../../test/support/simulatedPayments.ts';
import { COOLDOWN_MS, msisdn } from '../../test/support/testCompanion.ts';
import type { Operator } from '../operator/client.ts';
import { receiveCallback } from '../payments/receiveCallback.ts';
import { checkAndRelease } from '../poller.ts';
import { LEASE_MS } from '../rules/lease.ts';
import type { InitiationOutcome } from '../rules/operatorAnswers.ts';
import { leaseDue } from '../storage/leases.ts';
import { currentPayment, historyOf } from '../storage/reads.ts';
import type { StoredPayment } from '../storage/schema.ts';
import { initiate } from './initiate.ts';
import { sendInitiation } from './sendInitiation.ts';

const ORDER = 'ORDER-1' as OrderReference;
const REQUEST = {
  claims: { sub: ORDER, amount: 25_000 as Ariary, currency: 'MGA' },
  msisdn: msisdn('0343500003'),
  language: 'fr',
  addressHash: null,
} as const;
const REFUSED: InitiationOutcome = {
  kind: 'refused',
  code: 'payment_failed',
  reason: '400 genericError 4002 Error in getting user language',
  errorDateTime: '2026-11-20T12:00:00',
  isPassing: true,
  retryAfterMs: null,
};

describe.each(STORES)('an initiation that is repeated after mmErrorCode 4002, on %s', (kind) => {
  let world: SimulatedPayments;
  let accept: Operator['initiate'];
  beforeEach(async () => {
    world = await openSimulatedPayments(kind);
    accept = world.operator.initiate;
  });
  afterEach(() => world.close());

  async function stored(): Promise<StoredPayment> {
    const payment = await currentPayment(world.other.db, ORDER);
    if (payment === undefined) throw new Error('no payment');
    return payment;
  }

  async function kindsOf(payment: StoredPayment): Promise<string[]> {
    const history = await historyOf(world.other.db, payment.id);
    return history.map((event) => (event.kind === 'sending' ? `sending ${JSON.parse(event.data).after ?? ''}`.trim() : event.kind));
  }

  it('is confirmed in the database before the second request, and stays one payment with one correlation id', async () => {
    let confirmed: string[] = [];
    world.operator.initiate = async (initiation, mayRepeat) => {
      if ((await mayRepeat?.('4002')) !== true) return REFUSED;
      confirmed = await kindsOf(await stored());
      return accept(initiation);
    };
    const payment = await world.pay();
    expect(payment).toMatchObject({ status: 'pending', attempt_number: 1, sent_attempt_number: 1 });
    expect(confirmed).toEqual(['created', 'sending', 'sending 4002']);
    expect(await kindsOf(payment)).toEqual(['created', 'sending', 'sending 4002', 'accepted']);
    expect(world.transactionOf(payment).initiation.correlationId).toBe(payment.correlation_id);
  });

  it('is not sent again beside the next attempt', async () => {
    const refused = deferred();
    const answered = deferred();
    let isAllowed: boolean | undefined;
    world.operator.initiate = async (_initiation, mayRepeat) => {
      refused.resolve();
      await answered.promise;
      isAllowed = await mayRepeat?.('4002');
      return REFUSED;
    };
    const paying = world.pay();
    await refused.promise;
    const first = await stored();
    // As after the process stood still for longer than its lease and the cool-down.
    world.advance(COOLDOWN_MS + LEASE_MS);
    const [, second] = world.companions;
    const opening = await initiate(second, REQUEST);
    expect(opening).toMatchObject({ kind: 'opened', payment: { status: 'pending', attempt_number: 2 } });
    answered.resolve();
    await paying;
    expect(isAllowed).toBe(false);
    expect(await world.read(first.id)).toMatchObject({ status: 'failed', failure_code: 'payment_failed' });
    expect(world.simulator.initiations).toHaveLength(1);
  });

  it('leaves an unresolved payment if the process ends right before the second request', async () => {
    const confirmed = deferred();
    world.operator.initiate = async (_initiation, mayRepeat) => {
      await mayRepeat?.('4002');
      confirmed.resolve();
      return new Promise(() => undefined);
    };
    void world.pay();
    await confirmed.promise;
    const payment = await stored();
    world.advance(LEASE_MS + 1);
    const [, second] = world.companions;
    for (const due of await leaseDue(second.storage, LEASE_MS, 10)) await checkAndRelease(second, due);
    expect(await world.read(payment.id)).toMatchObject({ status: 'unresolved' });
    expect(await world.webhookTypes(payment.id)).toEqual(['payment.unresolved']);
    expect(world.simulator.initiations).toEqual([]);
  });

  it.each(['4002', '401'] as const)(
    'is not sent again after %s once a callback has come, and the payment stays unresolved',
    async (after) => {
      let isAllowed: boolean | undefined;
      world.operator.initiate = async (initiation, mayRepeat) => {
        // The operator created a transaction, and answered with a refusal all the same.
        await accept(initiation);
        const transaction = world.simulator.transactions.at(-1);
        const secret = initiation.callbackUrl?.split('/').at(-1) ?? '';
        const serverCorrelationId = transaction?.serverCorrelationId ?? '';
        await receiveCallback(world.companions[0].storage, secret, { serverCorrelationId, status: 'completed' });
        isAllowed = await mayRepeat?.(after);
        return isAllowed ? accept(initiation) : REFUSED;
      };
      const payment = await world.pay();
      expect(isAllowed).toBe(false);
      expect(world.simulator.initiations).toHaveLength(1);
      expect(payment).toMatchObject({ status: 'unresolved', failure_code: null });
      expect(await kindsOf(payment)).toEqual(['created', 'sending', 'callback', 'outcome_unknown']);
      expect(await world.webhookTypes(payment.id)).toEqual(['payment.unresolved']);
      world.transactionOf(payment).state = 'completed';
      await world.pass(10_000);
      expect(await world.read(payment.id)).toMatchObject({ status: 'completed' });
    },
  );

  it('leaves an unresolved payment if a callback comes while the second request is refused too', async () => {
    world.operator.initiate = async (initiation, mayRepeat) => {
      expect(await mayRepeat?.('4002')).toBe(true);
      const secret = initiation.callbackUrl?.split('/').at(-1) ?? '';
      await receiveCallback(world.companions[0].storage, secret, { serverCorrelationId: '', status: '' });
      return REFUSED;
    };
    expect(await world.pay()).toMatchObject({ status: 'unresolved', failure_code: null });
  });

  it('leaves an unresolved payment if a callback comes and there is no token for the second request', async () => {
    world.operator.initiate = async (initiation, maySend) => {
      expect(await maySend?.(null)).toBe(true);
      const secret = initiation.callbackUrl?.split('/').at(-1) ?? '';
      await receiveCallback(world.companions[0].storage, secret, { serverCorrelationId: '', status: '' });
      // Without a token, nobody asks whether the second request may be sent.
      return REFUSED;
    };
    expect(await world.pay()).toMatchObject({ status: 'unresolved', failure_code: null });
  });

  it('is not sent again once the companion begins to stop: the refusal stands', async () => {
    const [companion] = world.companions;
    const stop = new AbortController();
    let isAllowed: boolean | undefined;
    world.operator.initiate = async (initiation, mayRepeat) => {
      stop.abort();
      isAllowed = await mayRepeat?.('4002');
      return isAllowed ? accept(initiation) : REFUSED;
    };
    const stoppable = { ...companion, stopping: stop.signal };
    await initiate({ ...companion, send: (created, secret) => sendInitiation(stoppable, created, secret) }, REQUEST);
    const { id } = await stored();
    await companion.sendingIds.get(id);
    expect(isAllowed).toBe(false);
    expect(world.simulator.initiations).toEqual([]);
    const payment = await stored();
    expect(payment).toMatchObject({ status: 'failed', failure_code: 'payment_failed' });
    expect(await kindsOf(payment)).toEqual(['created', 'sending', 'refused']);
  });

  it.each([
    ['if the database does not answer the confirmation', () => Promise.reject(new Error('the database went away')), 0],
    ['if the confirmation took so long that its lease may have ended', () => Promise.resolve(), LEASE_MS],
  ] as const)('is not sent again %s: the refusal stands', async (_why, confirming, takesMs) => {
    const [companion] = world.companions;
    let isAllowed: boolean | undefined;
    world.operator.initiate = async (initiation, mayRepeat) => {
      isAllowed = await mayRepeat?.('4002');
      return isAllowed ? accept(initiation) : REFUSED;
    };
    const { apply } = companion.changes;
    const changes: typeof companion.changes = {
      ...companion.changes,
      async apply(id, input) {
        const isConfirmation = input.kind === 'sending' && 'after' in input && input.after !== null;
        if (isConfirmation) await confirming();
        const applied = await apply(id, input);
        if (isConfirmation) world.advance(takesMs);
        return applied;
      },
    };
    await initiate({ ...companion, send: (created, secret) => sendInitiation({ ...companion, changes }, created, secret) }, REQUEST);
    const { id } = await stored();
    await companion.sendingIds.get(id);
    expect(isAllowed).toBe(false);
    expect(world.simulator.initiations).toEqual([]);
    expect(await stored()).toMatchObject({ status: 'failed', failure_code: 'payment_failed' });
  });

  it('keeps the refusal and its ErrorDateTime with the payment if the second request is refused too', async () => {
    world.operator.initiate = async () => REFUSED;
    const payment = await world.pay();
    expect(payment).toMatchObject({
      status: 'failed',
      failure_code: 'payment_failed',
      failure_reason: '400 genericError 4002 Error in getting user language',
      failure_operator_time: '2026-11-20T12:00:00',
    });
    const history = await historyOf(world.other.db, payment.id);
    expect(JSON.parse(history.at(-1)?.data ?? '')).toMatchObject({ errorDateTime: '2026-11-20T12:00:00' });
  });
});
