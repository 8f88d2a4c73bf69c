import { deferred } from '@tsena/testkit/deferred';
import { STORES } from '@tsena/testkit/stores';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openStubbedPayments } from '../../../test/support/stubbedPayments.ts';
import { COOLDOWN_MS, requestFor, type TestCompanion } from '../../../test/support/testCompanion.ts';
import { useForEach } from '../../../test/support/use.ts';
import { LEASE_MS } from '../rules/lease.ts';
import { leaseDue } from '../storage/leases.ts';
import { checkAndRelease } from '../workers/poller.ts';
import { initiate } from './initiate.ts';

describe.each(STORES)('a lost lease on %s', (kind) => {
  const world = useForEach(() => openStubbedPayments({ kind }));
  let second: TestCompanion;
  beforeEach(async () => {
    second = await world.another();
  });

  it.each(['after', 'before'] as const)(
    'stops a companion that is about to send, %s the next one gave up',
    async (when) => {
      const taken = deferred();
      const released = deferred();
      const sent = vi.spyOn(world.answers, 'initiate');
      world.answers.ready = async () => {
        taken.resolve();
        await released.promise;
        return { ok: true };
      };
      const paying = initiate(world.companion, requestFor());
      await taken.promise;
      world.clock.advance(LEASE_MS + 1);
      const [lapsed] = await leaseDue(second.storage, LEASE_MS, 100);
      if (lapsed === undefined) throw new Error('the attempt was not due');
      const giveUp = () => checkAndRelease(second, lapsed);
      const goOn = async () => {
        released.resolve();
        await paying;
      };
      for (const step of when === 'after' ? [giveUp, goOn] : [goOn, giveUp]) await step();
      // A PostgreSQL server may have taken over from the one to which the payment was sent.
      const [status, webhook] = kind === 'sqlite' ? ['failed', 'payment.failed'] : ['unresolved', 'payment.unresolved'];
      expect(await world.read(lapsed.id)).toMatchObject({ status });
      expect(sent).not.toHaveBeenCalled();
      expect(await world.webhookTypes(lapsed.id)).toEqual([webhook]);
    },
  );

  it('keeps a companion from repeating a refused request beside the next attempt', async () => {
    const refused = deferred();
    const answered = deferred();
    let isAllowed: boolean | undefined;
    const accept = world.answers.initiate;
    world.answers.initiate = async (_initiation, mayRepeat) => {
      refused.resolve();
      await answered.promise;
      isAllowed = await mayRepeat?.('4002');
      return {
        kind: 'refused',
        code: 'payment_failed',
        reason: '4002',
        errorDateTime: null,
        isPassing: true,
        retryAfterMs: null,
      };
    };
    const paying = initiate(world.companion, requestFor());
    await refused.promise;
    // As after the process stood still for longer than its lease and the cool-down.
    world.clock.advance(COOLDOWN_MS + LEASE_MS);
    world.answers.initiate = accept;
    expect(await initiate(second, requestFor())).toMatchObject({
      kind: 'opened',
      payment: { status: 'pending', attempt_number: 2 },
    });
    answered.resolve();
    expect(await paying).toMatchObject({ payment: { status: 'failed', attempt_number: 1 } });
    expect(isAllowed).toBe(false);
  });
});
