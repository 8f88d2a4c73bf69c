import type { PaymentId } from '@tsena/shared/checkout';
import { beforeEach, describe, expect, it } from 'vitest';
import { ABSENT, detailsOf, REFERENCE, statusOf, unavailable } from '../../../test/support/paymentState.ts';
import { openStubbedPayments } from '../../../test/support/stubbedPayments.ts';
import { useForEach } from '../../../test/support/use.ts';
import { LEASE_MS } from '../rules/lease.ts';
import type { DetailsOutcome, InitiationOutcome, StatusOutcome } from '../rules/operatorAnswers.ts';
import { leaseOne } from '../storage/leases.ts';
import { checkAndRelease } from '../workers/poller.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const NO_OWN = { server_correlation_id: null, correlation_source: null } as const;
const FAILED = { status: 'failed', next_check_at: null, failure_code: 'payment_failed' } as const;
const PAID = {
  status: 'completed',
  next_check_at: null,
  transaction_id: REFERENCE,
  transaction_fold: REFERENCE,
  verified: 1,
} as const;
const ABSENT_STATUS: StatusOutcome = { ...unavailable(), isAbsent: true };

describe('as time passes and the poller checks', () => {
  const world = useForEach(openStubbedPayments);
  /** The status of each serverCorrelationId; that of others is pending. */
  let statuses: Record<string, StatusOutcome>;
  /** The details of each transaction; the operator knows no other one. */
  let details: Record<string, DetailsOutcome>;
  beforeEach(async () => {
    statuses = {};
    details = {};
    world.answers.status = async (id) => statuses[id] ?? statusOf('pending');
    world.answers.details = async (reference) => details[reference] ?? ABSENT;
  });

  /** Time passes, and the poller checks the payment whenever it is due. */
  async function pass(id: PaymentId, ms: number): Promise<void> {
    const end = world.clock.now() + ms;
    for (;;) {
      const { next_check_at: due } = await world.read(id);
      if (due === null || due > end) break;
      world.clock.advance(Math.max(0, due - world.clock.now()));
      const leased = await leaseOne(world.companion.storage, id, LEASE_MS);
      if (leased === undefined) throw new Error('the payment was not due');
      await checkAndRelease(world.companion, leased);
    }
    world.clock.advance(end - world.clock.now());
  }

  const answered = (id: PaymentId, answer: InitiationOutcome) =>
    world.companion.changes.apply(id, { kind: 'answer', answer, firstCheckMs: 2 * SECOND });
  const accepted = (serverCorrelationId: string) =>
    ({ kind: 'accepted', serverCorrelationId, notificationMethod: null }) as const;
  const typed = (id: PaymentId, reference: string) => {
    const { changes, partnerMsisdn } = world.companion;
    return changes.apply(id, {
      kind: 'reference',
      reference,
      answer: detailsOf(),
      named: { by: 'payer', isMerchant: false },
      partnerMsisdn,
    });
  };
  const sending = () => {
    const until = world.clock.now() + LEASE_MS;
    return world.seed({ status: 'sending', ...NO_OWN, lease_owner: 'gone', lease_until: until, next_check_at: until });
  };
  /** A callback names sc-first, whose transaction R1 pays. */
  async function paidByNamed(id: PaymentId): Promise<void> {
    await world.callback(id, 'sc-first', 'R1');
    statuses['sc-first'] = statusOf('completed', 'R1');
    details.R1 = detailsOf();
  }

  it.each<readonly [string, string, () => Promise<PaymentId>]>([
    [
      'a serverCorrelationId that a callback named',
      'sc-1',
      async () => {
        const id = await world.seed();
        await paidByNamed(id);
        return id;
      },
    ],
    [
      'a reference that the payer typed',
      'sc-1',
      async () => {
        const id = await world.seed();
        await typed(id, 'R1');
        return id;
      },
    ],
    [
      'what a callback named while the request was being sent',
      'sc-1',
      async () => {
        const id = await sending();
        await paidByNamed(id);
        await answered(id, accepted('sc-1'));
        return id;
      },
    ],
    [
      'what a callback named before a late acceptance of another one',
      'sc-2',
      async () => {
        const id = await world.seedUnresolved();
        await paidByNamed(id);
        await pass(id, 10 * SECOND);
        await answered(id, accepted('sc-2'));
        return id;
      },
    ],
    [
      'a callback, while the details of its own cannot be read',
      'sc-1',
      async () => {
        const id = await world.seed();
        statuses['sc-1'] = statusOf('completed', 'R2');
        details.R2 = unavailable();
        await pass(id, 20 * SECOND);
        await world.callback(id, '', 'R1');
        details.R1 = detailsOf();
        return id;
      },
    ],
  ])(
    'a payment that is completed by %s is asked about until its own has a result: a second transaction needs review',
    async (_by, own, paid) => {
      const id = await paid();
      await pass(id, 30 * SECOND);
      expect(await world.read(id)).toMatchObject({
        status: 'completed',
        transaction_id: 'R1',
        server_correlation_id: own,
      });
      statuses[own] = statusOf('completed', 'R2');
      details.R2 = detailsOf();
      await pass(id, 20 * MINUTE);
      expect(await world.read(id)).toMatchObject({ transaction_id: 'R1', differences: 'secondTransaction' });
    },
  );

  it('a late acceptance of what completed the payment changes nothing', async () => {
    const id = await world.seedUnresolved();
    await paidByNamed(id);
    await pass(id, 10 * SECOND);
    const before = await world.read(id);
    await answered(id, accepted('SC-FIRST'));
    expect(await world.read(id)).toEqual(before);
  });

  it('a payment needs review if what completed it fails, also after a late acceptance of another one', async () => {
    const id = await world.seedUnresolved();
    await paidByNamed(id);
    await pass(id, 10 * SECOND);
    await answered(id, accepted('sc-2'));
    statuses['sc-first'] = statusOf('failed');
    await pass(id, MINUTE);
    expect(await world.read(id)).toMatchObject({ status: 'completed', differences: 'transactionStatus' });
  });

  describe.each([
    ['cannot be read', unavailable()],
    ['are unknown to the operator', ABSENT],
  ] as const)(
    'a transaction that a callback names alone, and whose details %s at first, is asked about again',
    (_what, first) => {
      it.each([
        [
          'a pending payment whose own is declined: it needs review',
          {},
          statusOf('declined'),
          { differences: 'transactionStatus' },
        ],
        ['a failed payment without its own: it completes', { ...FAILED, ...NO_OWN }, null, { status: 'completed' }],
        [
          'a failed payment whose own is failed: it needs review',
          FAILED,
          statusOf('failed'),
          { differences: 'transactionStatus' },
        ],
        [
          'a completed payment: it needs review',
          PAID,
          statusOf('completed', REFERENCE),
          { differences: 'secondTransaction' },
        ],
      ] as const)('of %s', async (_payment, values, own, then) => {
        const id = await world.seed(values);
        if (own !== null) statuses['sc-1'] = own;
        await world.callback(id, '', 'R1');
        details.R1 = first;
        await pass(id, 5 * SECOND);
        details.R1 = detailsOf();
        await pass(id, 20 * MINUTE);
        expect(await world.read(id)).toMatchObject(then);
      });
    },
  );

  it.each([
    ['is of another amount, after it could not be read', unavailable(), detailsOf({ amount: '1.00' })],
    ['is unknown to the operator, after it could not be read', unavailable(), ABSENT],
    ['is unknown to the operator from the first', ABSENT, ABSENT],
  ])(
    'a transaction that a callback names for an unresolved payment, and that %s, blocks nothing',
    async (_what, first, then) => {
      const id = await world.seedUnresolved();
      await world.callback(id, '', 'R9');
      details.R9 = first;
      await pass(id, 20 * SECOND);
      details.R9 = then;
      await pass(id, 60 * MINUTE);
      expect(await world.read(id)).toMatchObject({
        status: 'unresolved',
        details_unavailable_since: null,
        differences: null,
      });
    },
  );

  it.each([
    [
      'is refused',
      (id: PaymentId) =>
        answered(id, {
          kind: 'refused',
          code: 'payment_failed',
          reason: '4002',
          errorDateTime: null,
          isPassing: true,
          retryAfterMs: null,
        }),
    ],
    ['never comes', async () => world.clock.advance(LEASE_MS + 1)],
  ])(
    'a transaction that a callback named while the request was being sent pays it, though the answer %s',
    async (_what, then) => {
      const id = await sending();
      await world.callback(id, '', 'R1');
      details.R1 = detailsOf();
      await then(id);
      await pass(id, MINUTE);
      expect((await world.read(id)).status).toBe('completed');
    },
  );

  it('the decline of its own does not fail a payment while another one that a callback names is open', async () => {
    const id = await world.seed();
    await world.callback(id, 'sc-first', '', 'pending');
    statuses['sc-1'] = statusOf('declined');
    await pass(id, 3 * MINUTE);
    expect(await world.read(id)).toMatchObject({ status: 'pending', failure_code: null });
    expect(await world.webhookTypes(id)).toEqual([]);
    statuses['sc-first'] = statusOf('failed');
    await pass(id, 5 * MINUTE);
    expect(await world.read(id)).toMatchObject({ status: 'failed', failure_code: 'payment_declined' });
  });

  it('a payment completes by the id that a callback names, though another one was created in the same millisecond', async () => {
    const created = world.clock.now();
    await world.seed({
      ...PAID,
      transaction_id: 'R8',
      transaction_fold: 'R8',
      transaction_created_at: created,
      transaction_proven: 1,
    });
    const id = await world.seedUnresolved();
    await world.callback(id, 'sc-first', 'R1');
    statuses['sc-first'] = unavailable();
    details.R1 = detailsOf({ creationDate: new Date(created).toISOString() });
    await pass(id, 5 * SECOND);
    expect((await world.read(id)).status).toBe('unresolved');
    statuses['sc-first'] = statusOf('completed', 'R1');
    await pass(id, 5 * MINUTE);
    expect(await world.read(id)).toMatchObject({ status: 'completed', transaction_id: 'R1' });
  });

  it.each([
    ['cannot be compared', detailsOf({ amount: undefined })],
    ['cannot be read', unavailable()],
  ])(
    'a refused payment needs review if a callback names a transaction that %s for ten minutes',
    async (_what, answer) => {
      const id = await world.seed({ ...NO_OWN, ...FAILED });
      await world.callback(id, '', 'R1');
      details.R1 = answer;
      await pass(id, 9 * MINUTE);
      expect(await world.read(id)).toMatchObject({ status: 'failed', review_reasons: null });
      await pass(id, 120 * MINUTE);
      expect(await world.read(id)).toMatchObject({ status: 'failed', review_reasons: 'details_mismatch' });
      expect(await world.webhookTypes(id)).toEqual(['payment.review_required']);
    },
  );

  it('a forged callback that repeats during each check keeps a declined payment open for an hour at most', async () => {
    const id = await world.seed();
    await world.callback(id, 'sc-forged', '', 'pending');
    statuses['sc-1'] = statusOf('declined');
    const answer = world.answers.status;
    world.answers.status = async (sc) => {
      await world.callback(id, 'sc-forged', '', 'pending');
      return sc === 'sc-forged' ? ABSENT_STATUS : answer(sc);
    };
    await pass(id, 60 * MINUTE);
    expect(await world.read(id)).toMatchObject({ status: 'failed', failure_code: 'payment_declined' });
  });

  it('ten callbacks that repeat every five minutes for a day ask about little, and leave a short history', async () => {
    const id = await world.seed({ ...PAID, next_check_at: null });
    world.answers.status = async (sc) => (sc === 'sc-1' ? statusOf('completed', REFERENCE) : ABSENT_STATUS);
    for (let round = 0; round < 24 * 12; round += 1) {
      for (let name = 0; name < 10; name += 1) await world.callback(id, `sc-forged-${name}`, '', 'completed');
      await pass(id, 5 * MINUTE);
    }
    expect((await world.events(id)).length).toBeLessThanOrEqual(120);
    expect(world.asked.length).toBeLessThanOrEqual(2000);
  });

  it('a callback alone that says completed delays the failure of a declined payment for ten minutes, and no longer', async () => {
    const id = await world.seed();
    await world.callback(id, 'sc-1', 'R9');
    statuses['sc-1'] = statusOf('declined');
    await pass(id, 9 * MINUTE);
    expect((await world.read(id)).status).toBe('pending');
    await pass(id, 8 * MINUTE);
    expect(await world.read(id)).toMatchObject({
      status: 'failed',
      failure_code: 'payment_declined',
      differences: null,
    });
  });

  it('what a callback names completes a failed payment, though it stays pending for half an hour', async () => {
    const id = await world.seed(FAILED);
    await world.callback(id, 'sc-first', '', 'pending');
    await pass(id, 30 * MINUTE);
    await paidByNamed(id);
    await pass(id, 10 * MINUTE);
    expect((await world.read(id)).status).toBe('completed');
  });

  it('all that callbacks name is asked about, also what one check leaves', async () => {
    const id = await world.seedUnresolved();
    await paidByNamed(id);
    for (const forged of ['forged-1', 'forged-2', 'forged-3', 'forged-4']) {
      world.clock.advance(1);
      statuses[forged] = statusOf('failed');
      await world.callback(id, forged, '', 'failed');
    }
    await pass(id, MINUTE);
    expect(await world.read(id)).toMatchObject({
      status: 'completed',
      server_correlation_id: 'sc-first',
      next_check_at: null,
    });
  });

  it.each(['636 042 511', '0636042511'])(
    'a callback that writes the payment’s own transaction as %s names no second one',
    async (spelling) => {
      const id = await world.seed();
      statuses['sc-1'] = statusOf('completed', '636042511');
      details = { '636042511': detailsOf(), [spelling]: detailsOf() };
      await pass(id, 10 * SECOND);
      await world.callback(id, 'sc-1', spelling);
      await world.callback(id, '', spelling, 'failed');
      await pass(id, 20 * MINUTE);
      expect(await world.read(id)).toMatchObject({ status: 'completed', differences: null });
    },
  );

  it('a status that writes the transaction in another case than the payer typed it names no second one', async () => {
    const id = await world.seed();
    await typed(id, 'mp6360425ab');
    statuses['sc-1'] = statusOf('completed', 'MP6360425AB');
    await pass(id, 20 * MINUTE);
    expect(await world.read(id)).toMatchObject({ status: 'completed', differences: null });
  });

  describe('a payment that was reported as completed', () => {
    it('needs review if the transaction that its callback named completed it, and its status says failed then', async () => {
      const id = await world.seed();
      statuses['sc-1'] = unavailable();
      details.R1 = detailsOf();
      await world.callback(id, 'sc-1', 'R1');
      await pass(id, 10 * SECOND);
      expect((await world.read(id)).status).toBe('completed');
      statuses['sc-1'] = statusOf('failed');
      await world.callback(id, 'sc-1', '', 'failed');
      await pass(id, 20 * MINUTE);
      expect(await world.read(id)).toMatchObject({ differences: 'transactionStatus' });
    });

    it('by its status does not fail after the operator was away for longer than ten minutes', async () => {
      const id = await world.seed();
      statuses['sc-1'] = statusOf('completed', 'R1');
      details.R1 = unavailable();
      await pass(id, 9.5 * MINUTE);
      statuses['sc-1'] = unavailable();
      await pass(id, 2 * MINUTE);
      statuses['sc-1'] = statusOf('failed');
      await pass(id, 20 * MINUTE);
      expect(await world.read(id)).toMatchObject({ status: 'pending', differences: 'transactionStatus' });
    });

    it('by its status completes unverified, though the operator was away when ten minutes were over', async () => {
      const id = await world.seed();
      statuses['sc-1'] = statusOf('completed', 'R1');
      details.R1 = unavailable();
      await pass(id, 9.9 * MINUTE);
      statuses['sc-1'] = unavailable();
      await pass(id, MINUTE);
      statuses['sc-1'] = statusOf('completed', 'R1');
      await pass(id, 60 * MINUTE);
      expect(await world.read(id)).toMatchObject({ status: 'completed', verified: 0 });
    });

    it('by a callback alone fails once the operator answers that it was pending, and then that it is declined', async () => {
      const id = await world.seed();
      await world.callback(id, 'sc-1');
      statuses['sc-1'] = unavailable();
      await pass(id, 12 * MINUTE);
      statuses['sc-1'] = statusOf('pending');
      await pass(id, 5 * MINUTE);
      statuses['sc-1'] = statusOf('declined');
      await pass(id, 5 * MINUTE);
      expect(await world.read(id)).toMatchObject({ status: 'failed', differences: null });
    });

    it('by a callback alone needs review if the operator does not know it', async () => {
      const id = await world.seed();
      statuses['sc-1'] = ABSENT_STATUS;
      await world.callback(id, 'sc-1');
      await pass(id, 30 * MINUTE);
      expect(await world.read(id)).toMatchObject({ differences: 'details' });
    });
  });

  it.each(['reference', 'serverCorrelationId'])(
    'callbacks that each name another %s cost at most 1,000 requests in an hour',
    async (what) => {
      const id = await world.seedUnresolved();
      for (let n = 0; n < 720; n += 1) {
        await (what === 'reference' ? world.callback(id, '', `F${n}`) : world.callback(id, `forged-${n}`));
        await pass(id, 5 * SECOND);
      }
      expect(world.asked.length).toBeGreaterThan(100);
      expect(world.asked.length).toBeLessThanOrEqual(1000);
    },
  );

  it('ten callbacks that repeat every five seconds cost at most 1,500 requests in an hour', async () => {
    const id = await world.seedUnresolved();
    for (let n = 0; n < 720; n += 1) {
      await world.callback(id, `forged-${n % 10}`, `F${n % 10}`);
      await pass(id, 5 * SECOND);
    }
    expect(world.asked.length).toBeLessThanOrEqual(1500);
  });

  describe('ten forged callbacks before the true one', () => {
    async function flood(id: PaymentId): Promise<void> {
      for (let n = 0; n < 10; n += 1) await world.callback(id, `forged-${n}`);
      statuses['sc-first'] = statusOf('completed', 'R1');
      details.R1 = detailsOf();
      await world.callback(id, 'sc-first', 'R1');
    }

    it('keep it out: an unresolved payment needs review until its reference is submitted', async () => {
      const id = await world.seedUnresolved();
      await flood(id);
      await pass(id, 60 * MINUTE);
      expect(await world.read(id)).toMatchObject({ status: 'unresolved', resolution: null });
      await typed(id, 'R1');
      expect(await world.read(id)).toMatchObject({ status: 'completed', transaction_id: 'R1' });
    });

    it('do not keep a payment from its result: its own serverCorrelationId is asked about without callbacks', async () => {
      const id = await world.seed();
      await flood(id);
      statuses['sc-1'] = statusOf('completed', 'R1');
      await pass(id, MINUTE);
      expect(await world.read(id)).toMatchObject({ status: 'completed', transaction_id: 'R1' });
    });
  });
});
