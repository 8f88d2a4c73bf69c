import type { Ariary } from '@tsena/shared';
import type { OrderReference } from '@tsena/shared/checkout';
import { deferred } from '@tsena/testkit/deferred';
import { STORES } from '@tsena/testkit/stores';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSimulatedPayments, type SimulatedPayments } from '../../test/support/simulatedPayments.ts';
import { COOLDOWN_MS, msisdn } from '../../test/support/testCompanion.ts';
import { checkAndRelease } from '../poller.ts';
import { LEASE_MS } from '../rules/lease.ts';
import type { StatusOutcome } from '../rules/operatorAnswers.ts';
import { leaseDue, leaseOne } from '../storage/leases.ts';
import type { StoredPayment } from '../storage/schema.ts';
import { initiate } from './initiate.ts';

const MINUTE = 60_000;

describe.each(STORES)('the lease of a status check on %s', (kind) => {
  let world: SimulatedPayments;
  beforeEach(async () => {
    world = await openSimulatedPayments(kind);
  });
  afterEach(() => world.close());

  /** Begins a status check by the first companion; the operator's answer is held back until `answer` is called. */
  async function checkSlowly(payment: StoredPayment) {
    const [companion] = world.companions;
    const held = await leaseOne(companion.storage, payment.id, LEASE_MS);
    if (held === undefined) throw new Error('the payment was not due');
    const asked = deferred();
    const answered = deferred<StatusOutcome>();
    world.operator.status = () => {
      asked.resolve();
      return answered.promise;
    };
    const checked = checkAndRelease(companion, held);
    await asked.promise;
    return {
      async answer(state: 'failed' | 'completed' | 'pending') {
        const objectReference = state === 'completed' ? world.transactionOf(payment).transactionId : null;
        answered.resolve({ kind: 'state', state, operatorStatus: state, objectReference });
        return checked;
      },
    };
  }

  async function checkByTheSecond(payment: StoredPayment): Promise<void> {
    const [, companion] = world.companions;
    const held = await leaseOne(companion.storage, payment.id, LEASE_MS);
    if (held === undefined) throw new Error('the second companion got no lease');
    await checkAndRelease(companion, held);
  }

  it('keeps a second companion out while the first one checks', async () => {
    const payment = await world.pay();
    world.advance(5000);
    const slow = await checkSlowly(payment);
    const [, second] = world.companions;
    expect(await leaseOne(second.storage, payment.id, LEASE_MS)).toBeUndefined();
    expect(await leaseDue(second.storage, LEASE_MS, 100)).toEqual([]);
    await slow.answer('pending');
    world.advance(MINUTE);
    expect(await leaseOne(second.storage, payment.id, LEASE_MS)).toMatchObject({ id: payment.id });
  });

  it.each(['failed', 'completed'] as const)('stops a companion that lost it from writing %s', async (state) => {
    const payment = await world.pay();
    world.advance(5000);
    const slow = await checkSlowly(payment);
    world.advance(LEASE_MS + 1);
    await checkByTheSecond(payment);
    const before = await world.read(payment.id);
    expect(before).toMatchObject({ status: 'pending', lease_owner: null });
    world.transactionOf(payment).state = state;
    expect(await slow.answer(state)).toBeUndefined();
    expect(await world.read(payment.id)).toEqual(before);
    expect(await world.webhookTypes(payment.id)).toEqual([]);
  });

  it('stops a companion that lost it from giving back the lease of the one that holds it now', async () => {
    const payment = await world.pay();
    world.advance(5000);
    const slow = await checkSlowly(payment);
    world.advance(LEASE_MS + 1);
    const [, second] = world.companions;
    const held = await leaseOne(second.storage, payment.id, LEASE_MS);
    await slow.answer('pending');
    expect(await world.read(payment.id)).toMatchObject({ lease_owner: second.storage.owner, fence: held?.fence, status_checks: 0 });
  });

  it.each(['after', 'before'] as const)(
    'stops a companion whose lease lapsed before it wrote `sending`, %s the one that holds it now has failed the payment: nothing is sent',
    async (when) => {
      const [first, second] = world.companions;
      const taken = deferred();
      const released = deferred();
      const { ready } = world.operator;
      world.operator.ready = async () => {
        taken.resolve();
        await released.promise;
        return ready();
      };
      const paying = world.pay();
      await taken.promise;
      world.advance(LEASE_MS + 1);
      const [lapsed] = await leaseDue(second.storage, LEASE_MS, 100);
      if (lapsed === undefined) throw new Error('the attempt was not due');
      const giveUp = () => checkAndRelease(second, lapsed);
      const goOn = async () => {
        released.resolve();
        await paying;
        await Promise.all(first.sendingIds.values());
      };
      for (const step of when === 'after' ? [giveUp, goOn] : [goOn, giveUp]) await step();
      expect(await world.read(lapsed.id)).toMatchObject({ status: 'failed', failure_code: 'not_sent', sent_at: null });
      expect(world.simulator.initiations).toEqual([]);
      expect(await world.webhookTypes(lapsed.id)).toEqual(['payment.failed']);
    },
  );
});

describe.each(STORES)('the answer to an initiation on %s', (kind) => {
  let world: SimulatedPayments;
  beforeEach(async () => {
    world = await openSimulatedPayments(kind);
  });
  afterEach(() => world.close());

  /** An attempt whose process seemed to have ended, and whose answer comes late. */
  async function unresolvedWhileSending(): Promise<StoredPayment> {
    world.simulator.fate = 'accepted and answered late';
    const payment = await world.pay();
    world.companions[0].leases.clear();
    await world.pass(MINUTE);
    expect(await world.read(payment.id)).toMatchObject({ status: 'unresolved' });
    return payment;
  }

  it('that comes after a callback completed the payment changes nothing', async () => {
    const payment = await unresolvedWhileSending();
    const transaction = world.transactionOf(payment);
    transaction.state = 'completed';
    await world.callback(payment, transaction.serverCorrelationId);
    await world.pass(MINUTE);
    const completed = await world.read(payment.id);
    expect(completed).toMatchObject({ status: 'completed', correlation_source: 'callback', transaction_id: transaction.transactionId });

    world.simulator.answerLate();
    await Promise.all(world.companions[0].sendingIds.values());
    expect(await world.read(payment.id)).toEqual(completed);
    expect(await world.webhookTypes(payment.id)).toEqual(['payment.unresolved', 'payment.completed']);
  });

  it('that the client may repeat is not sent again beside the next attempt', async () => {
    const refused = deferred();
    const answered = deferred();
    let isAllowed: boolean | undefined;
    world.operator.initiate = async (_initiation, mayRepeat) => {
      refused.resolve();
      await answered.promise;
      isAllowed = await mayRepeat?.('4002');
      return { kind: 'refused', code: 'payment_failed', reason: '4002', errorDateTime: null, isPassing: true, retryAfterMs: null };
    };
    const paying = world.pay();
    await refused.promise;
    // As after the process stood still for longer than its lease and the cool-down.
    world.advance(COOLDOWN_MS + LEASE_MS);
    const opening = await initiate(world.companions[1], {
      claims: { sub: 'ORDER-1' as OrderReference, amount: 25_000 as Ariary, currency: 'MGA' },
      msisdn: msisdn('0343500003'),
      language: 'fr',
      addressHash: null,
    });
    expect(opening).toMatchObject({ kind: 'opened', payment: { status: 'pending', attempt_number: 2 } });
    answered.resolve();
    expect(await paying).toMatchObject({ status: 'failed', attempt_number: 1 });
    expect(isAllowed).toBe(false);
    expect(world.simulator.initiations).toHaveLength(1);
  });
});
