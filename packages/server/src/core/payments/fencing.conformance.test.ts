import { deferred } from '@tsena/testkit/deferred';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { openSimulatedPayments } from '../../../test/support/simulatedPayments.ts';
import { COOLDOWN_MS, requestFor } from '../../../test/support/testCompanion.ts';
import { useForEach } from '../../../test/support/use.ts';
import type { StoredPayment } from '../../database/schema.ts';
import { LEASE_MS } from '../rules/lease.ts';
import type { StatusOutcome } from '../rules/operatorAnswers.ts';
import { leaseDue, leaseOne } from '../storage/leases.ts';
import { checkAndRelease } from '../workers/poller.ts';
import { initiate } from './initiate.ts';

describe.each(STORES)('a lost lease on %s', (kind) => {
  const world = useForEach(() => openSimulatedPayments(kind));

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
      async answer(state: 'failed' | 'completed') {
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

  it.each(['failed', 'completed'] as const)('stops a companion that checks from writing %s', async (state) => {
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

  it.each(['after', 'before'] as const)('stops a companion that is about to send, %s the next one gave up', async (when) => {
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
  });

  it('keeps a companion from repeating a refused request beside the next attempt', async () => {
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
    const opening = await initiate(world.companions[1], requestFor());
    expect(opening).toMatchObject({ kind: 'opened', payment: { status: 'pending', attempt_number: 2 } });
    answered.resolve();
    expect(await paying).toMatchObject({ status: 'failed', attempt_number: 1 });
    expect(isAllowed).toBe(false);
    expect(world.simulator.initiations).toHaveLength(1);
  });
});
