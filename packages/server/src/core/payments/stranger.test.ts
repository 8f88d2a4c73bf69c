import type { PaymentId } from '@tsena/shared/checkout';
import { beforeEach, describe, expect, it } from 'vitest';
import { ABSENT, detailsOf, REFERENCE, statusOf, unavailable } from '../../../test/support/paymentState.ts';
import { openStubbedPayments } from '../../../test/support/stubbedPayments.ts';
import { useForEach } from '../../../test/support/use.ts';
import type { DetailsOutcome, StatusOutcome } from '../rules/operatorAnswers.ts';
import { submitReference } from './submitReference.ts';
import { checkAndRelease } from '../workers/poller.ts';
import { leaseOne } from '../storage/leases.ts';
import { LEASE_MS } from '../rules/lease.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

describe('stranger', () => {
  const world = useForEach(openStubbedPayments);
  let statuses: Record<string, StatusOutcome>;
  let details: Record<string, DetailsOutcome>;
  beforeEach(async () => {
    statuses = {};
    details = {};
    world.answers.status = async (id) => statuses[id] ?? statusOf('pending');
    world.answers.details = async (ref) => details[ref] ?? ABSENT;
  });

  /** Runs the real poller's due checks for a time, as time passes. */
  async function run(id: PaymentId, forMs: number): Promise<number> {
    let checks = 0;
    const end = world.clock.now() + forMs;
    for (;;) {
      const { next_check_at: due } = await world.read(id);
      if (due === null || due > end) break;
      if (due > world.clock.now()) world.clock.advance(due - world.clock.now());
      const leased = await leaseOne(world.companion.storage, id, LEASE_MS);
      if (leased === undefined) throw new Error('not due');
      await checkAndRelease(world.companion, leased);
      checks += 1;
    }
    if (world.clock.now() < end) world.clock.advance(end - world.clock.now());
    return checks;
  }

  it('H20: after a completion by a named id, the own id that is pending is polled on, and its completion is review', async () => {
    const id = await world.seed();
    await world.callback(id, 'sc-first', 'R1');
    statuses['sc-first'] = statusOf('completed', 'R1');
    details.R1 = detailsOf();
    await run(id, 30 * SECOND);
    expect((await world.read(id)).status).toBe('completed');
    expect((await world.read(id)).next_check_at).not.toBeNull();
    statuses['sc-1'] = statusOf('completed', 'R2');
    details.R2 = detailsOf();
    await run(id, 10 * MINUTE);
    expect(await world.read(id)).toMatchObject({ differences: 'secondTransaction' });
  });

  it('H20b: after a completion by a typed reference, own pending is polled on', async () => {
    const id = await world.seed();
    await world.companion.changes.apply(id, { kind: 'reference', reference: 'R1', answer: detailsOf(), named: { by: 'payer', isMerchant: false }, partnerMsisdn: world.companion.partnerMsisdn } as never);
    expect((await world.read(id)).status).toBe('completed');
    await run(id, 30 * SECOND);
    statuses['sc-1'] = statusOf('completed', 'R2');
    details.R2 = detailsOf();
    await run(id, 10 * MINUTE);
    expect(await world.read(id)).toMatchObject({ differences: 'secondTransaction' });
  });

  it('H13: own declined while the details of a named transaction cannot be read at that moment', async () => {
    const id = await world.seed();
    await world.callback(id, '', 'R1');
    statuses['sc-1'] = statusOf('declined');
    details.R1 = unavailable();
    await run(id, 30 * SECOND);
    details.R1 = detailsOf();
    await run(id, 20 * MINUTE);
    const payment = await world.read(id);
    console.log('H13', payment.status, payment.differences, await world.webhookTypes(id), world.asked);
    expect(payment.status === 'completed' || payment.differences !== null).toBe(true);
  });

  it.each([['unavailable', unavailable()], ['absent', ABSENT]])('H17: failed without own id, a reference alone, details %s at first', async (_w, first) => {
    const id = await world.seed({ status: 'failed', server_correlation_id: null, correlation_source: null, next_check_at: null, failure_code: 'payment_failed', final_at: world.clock.now() });
    await world.callback(id, '', 'R1');
    details.R1 = first;
    await run(id, 5 * SECOND);
    details.R1 = detailsOf();
    await run(id, 20 * MINUTE);
    const payment = await world.read(id);
    console.log('H17', payment.status, payment.differences, payment.next_check_at, world.asked);
    expect(payment.status === 'completed' || payment.differences !== null).toBe(true);
  });

  it.each([['unavailable', unavailable()], ['absent', ABSENT]])('H17b: failed with own id failed, a reference alone, details %s at first', async (_w, first) => {
    const id = await world.seed({ status: 'failed', next_check_at: null, failure_code: 'payment_failed', final_at: world.clock.now() });
    statuses['sc-1'] = statusOf('failed');
    await world.callback(id, '', 'R1');
    details.R1 = first;
    await run(id, 5 * SECOND);
    details.R1 = detailsOf();
    await run(id, 20 * MINUTE);
    const payment = await world.read(id);
    console.log('H17b', payment.status, payment.differences, payment.next_check_at, world.asked);
    expect(payment.status === 'completed' || payment.differences !== null).toBe(true);
  });

  it.each([['unavailable', unavailable()], ['absent', ABSENT]])('H17c: completed, a second reference, details %s at first', async (_w, first) => {
    const id = await world.seed({ status: 'completed', next_check_at: null, transaction_id: REFERENCE, transaction_fold: REFERENCE, verified: 1, final_at: world.clock.now() });
    statuses['sc-1'] = statusOf('completed', REFERENCE);
    await world.callback(id, '', 'R2');
    details.R2 = first;
    await run(id, 5 * SECOND);
    details.R2 = detailsOf();
    await run(id, 20 * MINUTE);
    const payment = await world.read(id);
    console.log('H17c', payment.status, payment.differences, payment.next_check_at, world.asked);
    expect(payment.differences).toBe('secondTransaction');
  });

  it('H34: completed by what the callback of the own id names, then callback and status say failed: review', async () => {
    const id = await world.seed();
    statuses['sc-1'] = unavailable();
    details.R1 = detailsOf();
    await world.callback(id, 'sc-1', 'R1');
    await run(id, 10 * SECOND);
    expect((await world.read(id)).status).toBe('completed');
    statuses['sc-1'] = statusOf('failed');
    await world.callback(id, 'sc-1', '', 'failed');
    await run(id, 20 * MINUTE);
    expect(await world.read(id)).toMatchObject({ differences: 'transactionStatus' });
  });

  it('H25: own status said completed, then could not be read past ten minutes, then says failed: not failed', async () => {
    const id = await world.seed();
    statuses['sc-1'] = statusOf('completed', 'R1');
    details.R1 = unavailable();
    await run(id, 9.5 * MINUTE);
    statuses['sc-1'] = unavailable();
    await run(id, 2 * MINUTE);
    console.log('H25 mid', (await world.read(id)).differences);
    statuses['sc-1'] = statusOf('failed');
    await run(id, 20 * MINUTE);
    const payment = await world.read(id);
    console.log('H25', payment.status, payment.differences, await world.webhookTypes(id));
    expect(payment.status).toBe('pending');
  });

  it('H12: own declined while a named second transaction is pending at the operator: order not payable again at once', async () => {
    const id = await world.seed();
    await world.callback(id, 'sc-first', '', 'pending');
    statuses['sc-1'] = statusOf('declined');
    statuses['sc-first'] = statusOf('pending');
    await run(id, 10 * SECOND);
    const payment = await world.read(id);
    console.log('H12', payment.status, payment.next_check_at, await world.webhookTypes(id));
    await run(id, 3 * MINUTE);
    expect(payment.status).not.toBe('failed');
  });

  it.each([['rejected for another amount', detailsOf({ amount: '1.00' })], ['unknown to the operator for ten minutes', ABSENT]])('R: unresolved, a reference alone, first unreadable, then %s: blocks nothing', async (_w, then) => {
    const id = await world.seedUnresolved();
    await world.callback(id, '', 'R9');
    details.R9 = unavailable();
    await run(id, 20 * SECOND);
    details.R9 = then as DetailsOutcome;
    await run(id, 60 * MINUTE);
    const payment = await world.read(id);
    console.log('R', payment.status, payment.differences, payment.details_unavailable_since, payment.next_check_at, await world.events(id));
    expect(payment.details_unavailable_since).toBeNull();
  });

  it('S: unresolved, a reference alone that the operator does not know from the first look', async () => {
    const id = await world.seedUnresolved();
    await world.callback(id, '', 'R9');
    await run(id, 60 * MINUTE);
    const payment = await world.read(id);
    console.log('S', payment.status, payment.differences, payment.details_unavailable_since, payment.next_check_at, await world.events(id));
    expect(payment.details_unavailable_since).toBeNull();
  });

  it.each(['reference', 'id'])('F: flood of callbacks that each name another %s costs few requests in an hour', async (what) => {
    const id = await world.seedUnresolved();
    const end = world.clock.now() + 60 * MINUTE;
    let n = 0;
    while (world.clock.now() < end) {
      n += 1;
      if (what === 'reference') await world.callback(id, '', `F${n}`);
      else await world.callback(id, `sc-f${n}`);
      await run(id, 5 * SECOND);
    }
    console.log('F', what, n, world.asked.length, (await world.read(id)).callback_checks, (await world.read(id)).status_checks);
    expect(world.asked.length).toBeLessThan(400);
  }, 120_000);

  it('Y: a late acceptance of another id, after a named one completed the payment, is followed', async () => {
    const id = await world.seedUnresolved();
    await world.callback(id, 'sc-first', 'R1');
    statuses['sc-first'] = statusOf('completed', 'R1');
    details.R1 = detailsOf();
    await run(id, 10 * SECOND);
    expect((await world.read(id)).status).toBe('completed');
    await world.companion.changes.apply(id, { kind: 'answer', answer: { kind: 'accepted', serverCorrelationId: 'sc-2', notificationMethod: null }, firstCheckMs: 2000 });
    statuses['sc-2'] = statusOf('completed', 'R2');
    details.R2 = detailsOf();
    await run(id, 20 * MINUTE);
    console.log('Y', world.asked, (await world.events(id)).map(([k]) => k));
    expect(await world.read(id)).toMatchObject({ differences: 'secondTransaction' });
  });

  it('Z: own is completed, details unreadable; a named reference (another tx) matches first: completes, then own is review', async () => {
    const id = await world.seed();
    statuses['sc-1'] = statusOf('completed', 'R2');
    details.R2 = unavailable();
    await run(id, 20 * SECOND);
    await world.callback(id, '', 'R1');
    details.R1 = detailsOf();
    await run(id, 30 * SECOND);
    console.log('Z', (await world.read(id)).status, (await world.read(id)).transaction_id, (await world.read(id)).differences, (await world.read(id)).next_check_at);
    await run(id, 20 * MINUTE);
    expect(await world.read(id)).toMatchObject({ status: 'completed', differences: 'secondTransaction' });
  });

  it('V: own status completed, details unreadable, one status check fails after ten minutes: still completes unverified', async () => {
    const id = await world.seed();
    statuses['sc-1'] = statusOf('completed', 'R1');
    details.R1 = unavailable();
    await run(id, 9.9 * MINUTE);
    statuses['sc-1'] = unavailable();
    await run(id, MINUTE);
    statuses['sc-1'] = statusOf('completed', 'R1');
    await run(id, 60 * MINUTE);
    const payment = await world.read(id);
    console.log('V', payment.status, payment.differences, await world.webhookTypes(id));
    expect(payment).toMatchObject({ status: 'completed', verified: 0 });
  });

  it('X: a word while the status is away for eleven minutes, then pending, then declined: failed, and the order can be paid', async () => {
    const id = await world.seed();
    await world.callback(id, 'sc-1', '', 'completed');
    statuses['sc-1'] = unavailable();
    await run(id, 12 * MINUTE);
    statuses['sc-1'] = statusOf('pending');
    await run(id, 5 * MINUTE);
    console.log('X mid', (await world.read(id)).differences, (await world.read(id)).details_unavailable_since);
    statuses['sc-1'] = statusOf('declined');
    await run(id, 5 * MINUTE);
    const payment = await world.read(id);
    console.log('X', payment.status, payment.differences, await world.webhookTypes(id));
    expect(payment).toMatchObject({ status: 'failed', differences: null });
  });

  it('Q: the fifth callback of one check is asked about too', async () => {
    const id = await world.seedUnresolved();
    statuses['sc-true'] = statusOf('completed', 'R1');
    details.R1 = detailsOf();
    await world.callback(id, 'sc-true', 'R1');
    for (let n = 1; n <= 4; n += 1) {
      world.clock.advance(1);
      statuses[`sc-f${n}`] = statusOf('failed');
      await world.callback(id, `sc-f${n}`, '', 'failed');
    }
    await run(id, 60 * MINUTE);
    console.log('Q', (await world.read(id)).next_check_at, world.asked);
    expect((await world.read(id)).status).toBe('completed');
  });

  it.each(['636 042 511', '0636042511'])('G: a completed payment and a callback that spells its own transaction %s: no review', async (spelling) => {
    const id = await world.seed();
    statuses['sc-1'] = statusOf('completed', '636042511');
    details['636042511'] = detailsOf();
    details[spelling] = detailsOf();
    await run(id, 10 * SECOND);
    expect((await world.read(id)).status).toBe('completed');
    await world.callback(id, 'sc-1', spelling);
    await run(id, 20 * MINUTE);
    expect((await world.read(id)).differences).toBeNull();
  });

  it('G2: a typed reference in another case than the status names later: no review', async () => {
    const id = await world.seed();
    await world.companion.changes.apply(id, { kind: 'reference', reference: 'mp6360425ab', answer: detailsOf(), named: { by: 'payer', isMerchant: false }, partnerMsisdn: world.companion.partnerMsisdn });
    statuses['sc-1'] = statusOf('completed', 'MP6360425AB');
    await run(id, 20 * MINUTE);
    expect(await world.read(id)).toMatchObject({ status: 'completed', differences: null });
  });

  it('M: created_at equal: a late reference of a failed payment is not dropped silently because another payment of the same second exists', async () => {
    const at = world.clock.now();
    const other = await world.seed({ server_correlation_id: 'sc-b', order_reference: 'ORDER-B' as never, correlation_id: 'xc-b', reference: 'ref-b' });
    statuses['sc-b'] = statusOf('completed', 'RB');
    details.RB = detailsOf({ creationDate: new Date(at).toISOString() });
    await run(other, 10 * SECOND);
    expect((await world.read(other)).status).toBe('completed');
    const id = await world.seed({ status: 'unresolved', server_correlation_id: null, correlation_source: null, next_check_at: null });
    await world.callback(id, '', 'RA');
    details.RA = detailsOf({ creationDate: new Date(at).toISOString() });
    await run(id, 10 * MINUTE);
    console.log('M', (await world.read(id)).status, (await world.read(id)).differences, await world.events(id));
  });

  it('N: a merchant closed the failed payment; a named transaction completes later', async () => {
    const id = await world.seed({ status: 'failed', next_check_at: null, failure_code: 'payment_failed', final_at: world.clock.now(), resolution: 'closed', resolution_reason: 'x', resolution_by: 'owner', resolution_at: world.clock.now() });
    statuses['sc-1'] = statusOf('failed');
    statuses['sc-2'] = statusOf('completed', 'R1');
    details.R1 = detailsOf();
    await world.callback(id, 'sc-2', 'R1');
    await run(id, 10 * MINUTE);
    console.log('N', (await world.read(id)).status, (await world.read(id)).resolution);
  });

  it('O: two payments of one order, both flagged: named completes the superseded one: overpaid', async () => {
    const id = await world.seed({ status: 'failed', next_check_at: null, failure_code: 'payment_failed', final_at: world.clock.now() });
    statuses['sc-2'] = statusOf('pending');
    await world.callback(id, 'sc-2', '', 'pending');
    await run(id, 20 * SECOND);
    const before = (await world.read(id)).next_check_at;
    await run(id, 30 * MINUTE);
    statuses['sc-2'] = statusOf('completed', 'R1');
    details.R1 = detailsOf();
    await run(id, 120 * MINUTE);
    console.log('O', before, (await world.read(id)).status);
    expect((await world.read(id)).status).toBe('completed');
  });

  it('P: own unknown to the operator for ever (absent) and callback completed with own id: review after ten minutes', async () => {
    const id = await world.seed();
    statuses['sc-1'] = { ...unavailable(), isAbsent: true } as never;
    await world.callback(id, 'sc-1', '', 'completed');
    await run(id, 30 * MINUTE);
    console.log('P', (await world.read(id)).status, (await world.read(id)).differences);
    expect((await world.read(id)).differences).not.toBeNull();
  });

  it('T: a named id whose callback came while sending is kept and asked at the answer', async () => {
    const id = await world.seed({ status: 'sending', server_correlation_id: null, correlation_source: null, lease_until: world.clock.now() + LEASE_MS, next_check_at: world.clock.now() + LEASE_MS });
    await world.callback(id, '', 'R1');
    details.R1 = detailsOf();
    await world.companion.changes.apply(id, { kind: 'answer', answer: { kind: 'refused', code: 'payment_failed', reason: '4002', errorDateTime: null, isPassing: true, retryAfterMs: null }, firstCheckMs: 2000 });
    expect((await world.read(id)).status).toBe('unresolved');
    await run(id, 10 * SECOND);
    expect((await world.read(id)).status).toBe('completed');
  });

  it('U: answered accepted with sc-1 while callback named sc-first during sending', async () => {
    const id = await world.seed({ status: 'sending', server_correlation_id: null, correlation_source: null, lease_until: world.clock.now() + LEASE_MS, next_check_at: world.clock.now() + LEASE_MS });
    await world.callback(id, 'sc-first', 'R1');
    details.R1 = detailsOf();
    statuses['sc-first'] = statusOf('completed', 'R1');
    await world.companion.changes.apply(id, { kind: 'answer', answer: { kind: 'accepted', serverCorrelationId: 'sc-1', notificationMethod: null }, firstCheckMs: 2000 });
    await run(id, 10 * SECOND);
    expect((await world.read(id)).status).toBe('completed');
    statuses['sc-1'] = statusOf('completed', 'R2');
    details.R2 = detailsOf();
    await run(id, 10 * MINUTE);
    expect(await world.read(id)).toMatchObject({ differences: 'secondTransaction' });
  });

  it('W: lapsed lease of a payment of which a callback named a reference', async () => {
    const id = await world.seed({ status: 'sending', server_correlation_id: null, correlation_source: null, lease_owner: 'gone', lease_until: world.clock.now() + LEASE_MS, next_check_at: world.clock.now() + LEASE_MS });
    await world.callback(id, '', 'R1');
    details.R1 = detailsOf();
    world.clock.advance(LEASE_MS + 1);
    await run(id, 60 * SECOND);
    console.log('W', (await world.read(id)).status);
    expect((await world.read(id)).status).toBe('completed');
  });

  it('J: one submitted reference is one lookup', async () => {
    const id = await world.seedUnresolved();
    await submitReference({ ...world.companion, cooldownMs: 180_000 }, id, 'mp.6360425ab');
    console.log('J', world.asked);
    expect(world.asked.length).toBe(1);
  });
});
