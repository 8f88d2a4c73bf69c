import type { PaymentId } from '@tsena/shared/checkout';
import { beforeEach, describe, expect, it } from 'vitest';
import { detailsOf, NOW, REFERENCE, statusOf, unavailable } from '../../../test/support/paymentState.ts';
import { openStubbedPayments } from '../../../test/support/stubbedPayments.ts';
import { useForEach } from '../../../test/support/use.ts';
import { LEASE_MS } from '../rules/lease.ts';
import type { StatusOutcome } from '../rules/operatorAnswers.ts';
import { leaseDue } from '../storage/leases.ts';
import { checkAndRelease, createPoller } from '../workers/poller.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('a status check', () => {
  const world = useForEach(openStubbedPayments);
  /** The status of each serverCorrelationId; that of others is pending. */
  let statuses: Record<string, StatusOutcome>;
  beforeEach(async () => {
    statuses = {};
    world.answers.status = async (id) => statuses[id] ?? statusOf('pending');
  });

  /** Callbacks a second apart, each of which names one id. */
  async function callbacks(id: PaymentId, ...named: readonly string[]): Promise<void> {
    for (const one of named) {
      await world.callback(id, one);
      world.clock.advance(SECOND);
    }
  }

  it('asks about all that callbacks name, the newest first', async () => {
    const id = await world.seedUnresolved();
    await callbacks(id, 'sc-2', 'sc-3', 'sc-4', 'sc-5', 'sc-6', 'sc-7');
    await world.check(id);
    expect(world.asked).toEqual(
      ['sc-7', 'sc-6', 'sc-5', 'sc-4', 'sc-3', 'sc-2'].map((named) => `stranger: status ${named}`),
    );
  });

  it('goes on to the next callback after one that failed, was rejected or is open', async () => {
    const id = await world.seedUnresolved();
    await callbacks(id, 'sc-debited', 'sc-pending', 'sc-foreign', 'sc-declined');
    Object.assign(statuses, {
      'sc-declined': statusOf('declined', '1'),
      'sc-foreign': statusOf('completed', '2'),
      'sc-debited': statusOf('completed', REFERENCE),
    });
    const details = {
      1: detailsOf({ transactionStatus: 'declined' }),
      2: detailsOf({ amount: '1.00' }),
      [REFERENCE]: detailsOf(),
    };
    world.answers.details = async (reference) => details[reference as keyof typeof details];
    await world.check(id);
    expect(await world.read(id)).toMatchObject({ status: 'completed', server_correlation_id: 'sc-debited' });
  });

  const absent = { ...unavailable(), isAbsent: true } as const;
  it.each([
    ['is pending', statusOf('pending')],
    ['failed', statusOf('failed')],
    ['is unknown to the operator', absent],
  ] as const)('fails no unresolved payment by what a callback names, though it %s', async (_what, status) => {
    const id = await world.seedUnresolved();
    await callbacks(id, 'sc-failed', 'sc-other');
    Object.assign(statuses, { 'sc-failed': statusOf('failed'), 'sc-other': status });
    await world.check(id);
    expect((await world.read(id)).status).toBe('unresolved');
  });

  it('decides a failure last: what a callback names may show that the payer has paid', async () => {
    const id = await world.seed();
    await callbacks(id, 'sc-first');
    Object.assign(statuses, { 'sc-1': statusOf('declined'), 'sc-first': statusOf('completed', REFERENCE) });
    world.answers.details = async () => detailsOf();
    await world.check(id);
    expect(await world.read(id)).toMatchObject({
      status: 'completed',
      transaction_id: REFERENCE,
      server_correlation_id: 'sc-1',
    });
    expect(await world.webhookTypes(id)).toEqual(['payment.completed']);
  });

  it('reads the transaction that the callback names beside the one of its status', async () => {
    const id = await world.seedUnresolved();
    await world.callback(id, 'sc-7', '999999999');
    statuses['sc-7'] = statusOf('completed', REFERENCE);
    await world.check(id);
    expect(world.asked.filter((line) => line.includes('details'))).toEqual([
      `stranger: details ${REFERENCE}`,
      `stranger: details 999999999`,
    ]);
  });

  it('of a failed transaction reads its own details, and those that a callback names', async () => {
    const id = await world.seed({ differences: 'transactionStatus' });
    await world.callback(id, 'sc-1', '1', 'failed');
    statuses['sc-1'] = statusOf('failed', REFERENCE);
    await world.check(id);
    expect(world.asked).toEqual(['status sc-1', `details ${REFERENCE}`, `stranger: details 1`]);
  });

  it('finds its transaction among those that forged callbacks name', async () => {
    const id = await world.seed();
    for (const named of ['1', REFERENCE, '2']) {
      await world.callback(id, 'sc-1', named);
      world.clock.advance(SECOND);
    }
    statuses['sc-1'] = statusOf('completed');
    world.answers.details = async (reference) =>
      reference === REFERENCE ? detailsOf() : detailsOf({ amount: '1.00' });
    await world.check(id);
    expect(await world.read(id)).toMatchObject({ status: 'completed', transaction_id: REFERENCE });
  });

  it.each([
    ['a pending payment without an id', { server_correlation_id: null }, 'stopped'],
    ['an unresolved payment that no callback names', { status: 'unresolved', server_correlation_id: null }, 'done'],
  ] as const)('asks nothing about %s', async (_what, values, next) => {
    const id = await world.seed(values);
    await world.callback(id, '');
    expect(await world.check(id)).toBe(next);
    expect(world.asked).toEqual([]);
  });

  it('reads no details of a failed payment whose status is failed still', async () => {
    const id = await world.seed({ status: 'failed' });
    statuses['sc-1'] = statusOf('failed', REFERENCE);
    expect(await world.check(id)).toBe('done');
    expect(world.asked).toEqual(['status sc-1']);
  });

  describe('is repeated', () => {
    it('sooner while somebody is subscribed, and no sooner than the operator asks', async () => {
      const id = await world.seed({ sent_at: NOW - MINUTE });
      expect(await world.check(id)).toBe(10 * SECOND);
      world.companion.subscriptions.subscribe(await world.read(id), () => undefined);
      expect(await world.check(id)).toBe(5 * SECOND);
      statuses['sc-1'] = unavailable(90 * SECOND);
      expect(await world.check(id)).toBe(90 * SECOND);
    });

    it('for three days by a steady clock', async () => {
      const id = await world.seed({ sent_at: NOW - 3 * DAY });
      const after = (steadyMs: number) =>
        world.check(id, {
          storage: { ...world.companion.storage, clock: { now: () => NOW, steadyFor: () => steadyMs } },
        });
      expect(await world.check(id)).toBe('stopped');
      expect([await after(3 * DAY - 1), await after(3 * DAY)]).toEqual([HOUR, 'stopped']);
    });

    it('when the first of the callbacks can be checked again', async () => {
      const id = await world.seedUnresolved();
      await callbacks(id, 'sc-1', 'sc-2', 'sc-3');
      Object.assign(statuses, {
        'sc-1': unavailable(3 * MINUTE),
        'sc-2': unavailable(MINUTE),
        'sc-3': unavailable(2 * MINUTE),
      });
      expect(await world.check(id)).toBe(MINUTE);
    });
  });
});

describe('the number of status checks', () => {
  const world = useForEach(openStubbedPayments);
  /** The status of the payments' own transactions; the operator knows no other one. */
  let state: 'pending' | 'completed' | 'failed';
  beforeEach(async () => {
    state = 'pending';
    world.answers.status = async (id) => {
      if (!id.startsWith('sc-')) return { ...unavailable(), isAbsent: true };
      return statusOf(state, state === 'completed' ? REFERENCE : null);
    };
    world.answers.details = async () => detailsOf();
  });
  const asked = (what: string) => world.asked.filter((line) => line.includes(what)).length;

  /** Time passes, and the companion checks whatever is due. */
  async function pass(ms: number, stepMs = 10_000): Promise<void> {
    for (let passed = 0; passed < ms; passed += stepMs) {
      world.clock.advance(stepMs);
      for (const due of await leaseDue(world.companion.storage, LEASE_MS, 100))
        await checkAndRelease(world.companion, due);
    }
  }

  it.each([
    ['pending', 10],
    // Its own is not known: the callback about it is one of the ten.
    ['unresolved', 9],
    ['completed', 10],
  ] as const)(
    'of a %s payment is as small for 500 forged callbacks as for the %i after its own',
    async (status, kept) => {
      const paid = status === 'completed' ? { status, verified: 1 } : {};
      /** How often the operator is asked about a payment within 50 s, as forged callbacks come every 100 ms. */
      async function checksWith(forged: number): Promise<{ readonly id: PaymentId; readonly checks: number }> {
        const own = `sc-of-${forged}`;
        const id = await (status === 'unresolved'
          ? world.seedUnresolved()
          : world.seed({ ...paid, server_correlation_id: own, transaction_id: `PAID-${forged}` }));
        await world.callback(id, own, '', 'pending');
        for (let n = 0; n < 500; n += 1) {
          if (n < forged)
            await world.callback(id, `forged-of-${forged}-${n}`, '', n % 2 === 0 ? 'completed' : 'failed');
          await pass(100, 100);
        }
        expect(await world.read(id)).toMatchObject({ status });
        return { id, checks: asked(`of-${forged}`) };
      }
      const { checks: few } = await checksWith(kept);
      // Eleven checks at once, which ask about one more each, and eleven each on the schedule of the first minute.
      expect(few).toBeLessThanOrEqual(145);
      const { id, checks } = await checksWith(500);
      expect(checks).toBe(few);
      expect(asked('details')).toBe(0);
      world.answers.status = async (one) =>
        one === 'sc-of-500' ? statusOf('completed', REFERENCE) : { ...unavailable(), isAbsent: true };
      await pass(10 * MINUTE);
      expect(await world.read(id)).toMatchObject({ status: 'completed', server_correlation_id: 'sc-of-500' });
    },
  );

  it('does not grow with the number of viewers', async () => {
    const poller = createPoller(world.companion);
    async function checksWith(viewers: number): Promise<number> {
      state = 'pending';
      const id = await world.seed({ server_correlation_id: `sc-${viewers}` });
      await pass(20 * MINUTE);
      const before = asked('status');
      world.companion.subscriptions.subscribe(await world.read(id), () => undefined);
      for (let second = 0; second < 300; second += 1) {
        const row = await world.read(id);
        for (let viewer = 0; viewer < viewers; viewer += 1) poller.bringForward(row);
        await new Promise((resolve) => setImmediate(resolve));
        await pass(1000, 1000);
      }
      state = 'failed';
      await pass(10 * MINUTE);
      return asked('status') - before;
    }
    const one = await checksWith(1);
    expect(one).toBeGreaterThan(5);
    expect(await checksWith(100)).toBe(one);
  });
});
