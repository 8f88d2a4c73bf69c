import type { PaymentId } from '@tsena/shared/checkout';
import { webhookSchema } from '@tsena/shared/merchant';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ABSENT, detailsOf, REFERENCE, statusOf, unavailable } from '../../../test/support/paymentState.ts';
import { seedEvent } from '../../../test/support/seed.ts';
import { openStubbedPayments, orderOf } from '../../../test/support/stubbedPayments.ts';
import { COOLDOWN_MS, requestFor } from '../../../test/support/testCompanion.ts';
import { useForEach } from '../../../test/support/use.ts';
import type { DetailsOutcome, StatusOutcome } from '../rules/operatorAnswers.ts';
import { webhooksOf } from '../storage/reads.ts';
import { checkAndRelease } from '../workers/poller.ts';
import { initiate } from './initiate.ts';
import { resolvePayment } from './resolve.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const UNVERIFIED = { status: 'completed', verified: 0, transaction_id: REFERENCE } as const;

/** One test for each outcome; the cases of each are rows in rules/decisions. */
describe.each(STORES)('a status check on %s', (kind) => {
  const world = useForEach(() => openStubbedPayments({ kind }));

  function answer(status: StatusOutcome, details: DetailsOutcome = ABSENT): void {
    world.answers.status = async () => status;
    world.answers.details = async () => details;
  }

  /** A payment of another order that the transaction has paid. */
  const paid = () =>
    world.seed({
      order_reference: orderOf('PAID'),
      status: 'completed',
      transaction_id: REFERENCE,
      server_correlation_id: 'sc-paid',
    });

  async function press(id: PaymentId): Promise<string> {
    return (await initiate(world.companion, requestFor((await world.read(id)).order_reference))).kind;
  }

  function payAgain(id: PaymentId): Promise<string> {
    world.clock.advance(COOLDOWN_MS);
    return press(id);
  }

  async function newestWebhook(id: PaymentId) {
    const payload = (await webhooksOf(world.store.db, id)).at(-1)?.payload ?? '';
    return z.parse(webhookSchema, JSON.parse(payload)).data;
  }

  it('completes a payment whose details match, once, with its event and webhook', async () => {
    const id = await world.seed();
    answer(statusOf('completed', REFERENCE), detailsOf({ fees: [{ feeAmount: '150' }] }));
    expect(await world.check(id)).toBe('done');
    expect(await world.read(id)).toMatchObject({
      status: 'completed',
      verified: 1,
      transaction_id: REFERENCE,
      fees: '150',
      final_at: world.clock.now(),
      version: 2,
    });
    expect(await world.events(id)).toEqual([['completed', { transactionId: REFERENCE, verified: true }]]);
    expect(await world.webhookTypes(id)).toEqual(['payment.completed']);
    expect(world.asked).toEqual(['status sc-1', `details ${REFERENCE}`]);
  });

  it('fails a payment, with the operator’s reason in its history and webhook', async () => {
    const id = await world.seed();
    const metadata = [{ key: 'originalTransactionResultDesc', value: 'Insufficient balance' }];
    answer(statusOf('declined', REFERENCE), detailsOf({ transactionStatus: 'declined', metadata }));
    expect(await world.check(id)).toBe('done');
    const failure = { code: 'payment_declined', reason: 'Insufficient balance' };
    expect(await world.read(id)).toMatchObject({
      status: 'failed',
      failure_code: failure.code,
      failure_reason: failure.reason,
    });
    expect(await world.events(id)).toEqual([['failed', failure]]);
    expect(await world.webhookTypes(id)).toEqual(['payment.failed']);
    expect((await newestWebhook(id)).failure).toMatchObject(failure);
    expect(await payAgain(id)).toBe('opened');
  });

  it('sends a payment to review whose details differ, and blocks its order', async () => {
    const id = await world.seed();
    answer(statusOf('completed', REFERENCE), detailsOf({ amount: '24000.00' }));
    expect(await world.check(id)).toBe(2000);
    await world.check(id);
    expect(await world.read(id)).toMatchObject({ status: 'pending', differences: 'amount', transaction_id: null });
    expect(await world.events(id)).toEqual([
      ['details_mismatch', { fields: 'amount', transactionReference: REFERENCE }],
    ]);
    expect(await world.webhookTypes(id)).toEqual(['payment.review_required']);
    expect(await newestWebhook(id)).toMatchObject({ reviewReasons: ['details_mismatch'], differences: ['amount'] });
    expect(await payAgain(id)).toBe('exists');
    await resolvePayment(
      world.companion,
      id,
      { resolution: 'not_received', reason: 'the payer shows no SMS' },
      'Hanta',
    );
    expect(await payAgain(id)).toBe('opened');
  });

  it('completes a payment after ten minutes without details, and verifies it later', async () => {
    const id = await world.seed({ resolution: 'not_received' });
    answer(statusOf('completed', REFERENCE), unavailable());
    await world.check(id);
    expect(await payAgain(id)).toBe('exists');
    world.clock.advance(10 * MINUTE);
    expect(await world.check(id)).toBe(30_000);
    expect(await world.read(id)).toMatchObject({ status: 'completed', verified: 0 });
    answer(statusOf('completed', REFERENCE), detailsOf());
    expect(await world.check(id)).toBe('done');
    expect(await world.read(id)).toMatchObject({ status: 'completed', verified: 1 });
    expect((await world.events(id)).map(([event]) => event)).toEqual(['details_unavailable', 'completed', 'verified']);
    expect(await world.webhookTypes(id)).toEqual(['payment.completed']);
  });

  it.each([
    ['a pending', { status: 'pending' }, 'accepted', 'polling_stopped', 'polling_stopped'],
    ['an unverified', UNVERIFIED, 'completed', 'verification_stopped', 'unverified'],
  ] as const)(
    'of %s payment is the last one after three days, and sends it to review once',
    async (_what, values, before, event, reason) => {
      const at = world.clock.now() - 3 * DAY;
      const id = await world.seed({ ...values, created_at: at, sent_at: at });
      await seedEvent(world.store, id, 1, before);
      answer(unavailable(), unavailable());
      await checkAndRelease(world.companion, await world.lease(id));
      expect(await world.read(id)).toMatchObject({ next_check_at: null, lease_owner: null, lease_until: null });
      expect((await newestWebhook(id)).reviewReasons).toEqual([reason]);
      expect((await world.read(id)).review_reasons).toBe(reason);
      // A merchant asks for one more check.
      const asked = world.asked.length;
      await world.companion.changes.apply(id, { kind: 'refresh' });
      expect((await world.read(id)).review_reasons).toBeNull();
      await checkAndRelease(world.companion, await world.lease(id));
      expect(world.asked.length).toBeGreaterThan(asked);
      expect(await world.read(id)).toMatchObject({ next_check_at: null, review_reasons: reason });
      expect(await world.events(id)).toEqual([
        [before, {}],
        [event, {}],
      ]);
      expect(await world.webhookTypes(id)).toEqual(['payment.review_required']);
    },
  );

  it('completes a failed payment after a callback', async () => {
    const id = await world.seed();
    answer(statusOf('failed'));
    await world.check(id);
    await world.callback(id, 'sc-1');
    expect(await world.read(id)).toMatchObject({ status: 'failed', next_check_at: world.clock.now() });
    answer(statusOf('completed', REFERENCE), detailsOf());
    expect(await world.check(id)).toBe('done');
    expect(await world.read(id)).toMatchObject({ status: 'completed', failure_code: null });
    expect(await world.webhookTypes(id)).toEqual(['payment.failed', 'payment.completed']);
  });

  it.each([
    ['failed', 'limited'],
    ['unresolved', 'exists'],
  ] as const)('opens no other payment of a %s one until a callback was read', async (status, pressed) => {
    const id = await world.seed({ status, server_correlation_id: null, correlation_source: null, next_check_at: null });
    world.clock.advance(COOLDOWN_MS);
    await world.callback(id, 'sc-7');
    answer(unavailable());
    expect(await press(id)).toBe('limited');
    await checkAndRelease(world.companion, await world.lease(id));
    expect(await press(id)).toBe(pressed);
    await world.store.db
      .updateTable('payments')
      .set({ resolution: 'not_received', resolution_at: world.clock.now() })
      .execute();
    expect(await press(id)).toBe('opened');
  });

  it('opens another payment at once if the operator does not confirm what a callback says', async () => {
    const id = await world.seed({ status: 'failed' });
    await world.callback(id, 'sc-1');
    answer(statusOf('failed'));
    await checkAndRelease(world.companion, await world.lease(id));
    expect(await press(id)).toBe('opened');
  });

  it('opens no other payment of one of which a callback says completed, for as long as the operator answers nothing', async () => {
    const id = await world.seed();
    answer({ ...unavailable(), reason: '403', isRefused: true }, unavailable());
    await world.callback(id, 'sc-1', REFERENCE);
    await world.check(id);
    expect(await payAgain(id)).toBe('exists');
    world.clock.advance(11 * MINUTE);
    await world.check(id);
    expect(await world.read(id)).toMatchObject({ status: 'pending', differences: 'details' });
    expect(await world.webhookTypes(id)).toEqual(['payment.review_required']);
    expect(await payAgain(id)).toBe('exists');
    const kinds = (await world.events(id)).map(([kind]) => kind);
    expect(kinds).toEqual(['callback', 'lookups_refused', 'details_unavailable', 'details_mismatch']);
    answer(unavailable(), detailsOf());
    await world.check(id);
    expect(await world.read(id)).toMatchObject({ status: 'completed', transaction_id: REFERENCE, differences: null });
  });

  it('asks about a payment’s own transaction after a person has named another one', async () => {
    const id = await world.seed({ differences: 'objectReference' });
    answer(statusOf('completed', 'SECOND'), detailsOf());
    await resolvePayment(world.companion, id, { transactionReference: REFERENCE }, 'Hanta');
    await checkAndRelease(world.companion, await world.lease(id));
    expect(await world.read(id)).toMatchObject({
      status: 'completed',
      transaction_id: REFERENCE,
      differences: 'secondTransaction',
    });
    await resolvePayment(world.companion, id, { resolution: 'closed', reason: 'SECOND was sent back' }, 'Hanta');
    await world.check(id);
    expect(await world.webhookTypes(id)).toEqual(['payment.completed', 'payment.review_required']);
    expect((await newestWebhook(id)).reviewReasons).toEqual(['details_mismatch']);
  });

  it('rejects callbacks that name another’s id or transaction, until they come again', async () => {
    await paid();
    const id = await world.seedUnresolved();
    answer(statusOf('completed', REFERENCE), detailsOf());
    await world.callback(id, 'SC-PAID');
    expect(await world.check(id)).toBe('done');
    expect(world.asked).toEqual([]);
    await world.callback(id, 'sc-7');
    expect(await world.check(id)).toBe('done');
    const rejections = (await world.events(id))
      .filter(([event]) => event === 'callback_rejected')
      .map(([, data]) => data);
    expect(rejections).toEqual([{ why: 'it is another payment’s' }, { why: 'its transaction is another payment’s' }]);
    expect(await world.read(id)).toMatchObject({ status: 'unresolved', differences: null });
    await world.store.db
      .updateTable('payments')
      .set({ transaction_id: null, transaction_fold: null })
      .where('transaction_id', '=', REFERENCE)
      .execute();
    expect(await world.check(id)).toBe('done');
    expect(await world.read(id)).toMatchObject({ status: 'unresolved' });
    await world.callback(id, 'sc-7');
    expect(await world.check(id)).toBe('done');
    expect(await world.read(id)).toMatchObject({ status: 'completed' });
  });
});
