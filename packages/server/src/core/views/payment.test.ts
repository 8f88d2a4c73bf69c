import type { PaymentId } from '@tsena/shared/checkout';
import { mayHaveAnotherPrompt } from '@tsena/shared/checkout';
import { describe, expect, it } from 'vitest';
import { paymentRow } from '../../../test/support/paymentState.ts';
import type { StoredPayment } from '../rules/payment.ts';
import * as views from './payment.ts';

const MINUTE = 60_000;
const OPENED = Date.parse('2026-03-01T10:00:00Z');
const context = {
  environment: 'sandbox' as const,
  partnerName: 'Tsena',
  cooldownMs: 90_000,
  now: OPENED + 10 * MINUTE,
};

/** A payment whose request was sent ten minutes before `context.now`. */
const payment = (change: Partial<StoredPayment>) =>
  paymentRow({
    language: 'fr',
    created_at: OPENED,
    updated_at: OPENED + 1000,
    sent_at: OPENED,
    next_check_at: OPENED,
    ...change,
  });

/** The only payment of its order. */
const viewPayment = (one: StoredPayment, given: views.ViewContext) => views.viewPayment(one, [one], given);

describe('the view of a payment', () => {
  it('has these fields while it is pending, and no others', () => {
    expect(viewPayment(payment({}), { ...context, now: OPENED + 20_000 })).toEqual({
      id: 'pay_1',
      environment: 'sandbox',
      order: 'ORDER-1',
      attemptNumber: 1,
      linkId: null,
      method: 'prompt',
      status: 'pending',
      amount: '25000',
      currency: 'MGA',
      payer: '034 •• ••0 03',
      partnerName: 'Tsena',
      createdAt: '2026-03-01T10:00:00.000Z',
      updatedAt: '2026-03-01T10:00:01.000Z',
      finalAt: null,
      paidAt: null,
      transactionReference: null,
      fees: null,
      receiptNumber: null,
      failure: null,
      view: 'waiting',
      paidBy: null,
      amountRefunded: '0',
      retryable: false,
      retryableAt: '2026-03-01T10:01:30.000Z',
      nextPollMs: 2000,
      serverTime: '2026-03-01T10:00:20.000Z',
    });
  });

  it.each(['pending', 'unresolved', 'failed'] as const)(
    'of a %s one whose details differ has details_mismatch, and no retry',
    (status) => {
      const view = viewPayment(
        payment({ status, differences: 'amount', failure_code: status === 'failed' ? 'payment_failed' : null }),
        context,
      );
      expect(view.failure?.code).toBe('details_mismatch');
      expect(view.failure?.message).not.toBe('');
      expect(view).toMatchObject({ retryable: false, retryableAt: null, transactionReference: null });
    },
  );

  it.each([
    ['payment_declined', true],
    ['amount_too_small', false],
  ])('of one that failed with %s has retryable %s', (failure_code, retryable) => {
    const view = viewPayment(payment({ status: 'failed', failure_code }), context);
    expect(view).toMatchObject({ status: 'failed', retryable, failure: { code: failure_code }, nextPollMs: 5000 });
    expect(view.retryableAt === null).toBe(!retryable);
  });

  it.each([
    ['closed', 'insufficient_funds', false],
    ['not_received', 'insufficient_funds', true],
    ['not_received', 'amount_too_small', false],
  ] as const)(
    'of a failed one whose differences the merchant recorded as %s has not the reason %s, which the operator contradicted',
    (resolution, failure_code, retryable) => {
      const decided = payment({ status: 'failed', failure_code, differences: 'createDate', resolution });
      expect(viewPayment(decided, context)).toMatchObject({ view: 'failed', retryable, failure: null });
    },
  );

  it('of one that failed says to try again only if its order takes another payment', () => {
    const failed = { status: 'failed', failure_code: 'payment_declined' } as const;
    const sentence = (change: Partial<StoredPayment>) =>
      viewPayment(payment({ ...failed, ...change }), { ...context, language: 'en' }).failure?.message;
    expect(sentence({})).toMatch(/ Otherwise, try again\.$/);
    // Another payment has taken its place; or the order has had all its payments.
    expect(sentence({ superseded: 1 })).toMatch(/ keep it and do not pay again\. Contact the shop\.$/);
    expect(sentence({ sent_attempt_number: 5 })).toMatch(/ keep it and do not pay again\. Contact the shop\.$/);
  });

  it.each([null, 'code_of_a_newer_version'])(
    'of one that failed with the code %s has payment_failed',
    (failure_code) => {
      expect(viewPayment(payment({ status: 'failed', failure_code }), context).failure?.code).toBe('payment_failed');
    },
  );

  it.each([
    [{}, 'details_unavailable'],
    [{ resolution: 'received' }, null],
    [{ differences: 'amount' }, 'details_mismatch'],
    [{ resolution: 'not_received' }, null],
    [{ status: 'completed' }, null],
  ] as const)(
    'of one that the operator reports as completed without its details, with %j, has %s, and no retry',
    (change, code) => {
      const view = viewPayment(payment({ details_unavailable_since: OPENED, ...change }), context);
      expect(view.failure?.code ?? null).toBe(code);
      if (view.view !== 'failed' && view.view !== 'unresolved')
        expect(view).toMatchObject({ retryable: false, retryableAt: null });
    },
  );

  it('has no failure unless it failed or its details differ', () => {
    for (const status of ['created', 'sending', 'pending', 'unresolved', 'completed'] as const) {
      expect(viewPayment(payment({ status, failure_code: 'payment_failed' }), context).failure).toBeNull();
    }
  });

  it('has the failure’s message in the requested language, else in the shopper’s', () => {
    const failed = payment({ status: 'failed', failure_code: 'payment_declined' });
    const messages = (['mg', 'fr', 'en'] as const).map(
      (language) => viewPayment(failed, { ...context, language }).failure?.message,
    );
    expect(new Set(messages).size).toBe(3);
    expect(viewPayment(failed, context).failure?.message).toBe(messages[1]);
    expect(viewPayment({ ...failed, language: 'xx' }, context).failure?.message).toBe(messages[0]);
  });

  it.each([
    [0, 2000],
    [29_999, 2000],
    [30_000, 3000],
    [119_999, 3000],
    [120_000, 5000],
    [899_999, 5000],
    [900_000, 15_000],
  ])('%s ms after its creation has nextPollMs %s', (age, nextPollMs) => {
    expect(viewPayment(payment({}), { ...context, now: OPENED + age }).nextPollMs).toBe(nextPollMs);
  });

  it.each([
    [{ status: 'completed' }, null],
    [{ status: 'failed', final_at: OPENED + 1 }, 5000],
    [{ status: 'failed', final_at: OPENED }, null],
    [{ status: 'unresolved' }, 5000],
    [{ status: 'failed', final_at: OPENED, differences: 'amount' }, 15_000],
  ] as const)('with %j has nextPollMs %s after ten minutes', (change, nextPollMs) => {
    expect(viewPayment(payment(change), context).nextPollMs).toBe(nextPollMs);
  });

  it('of a completed one is followed while another payment of its order is open', () => {
    const paid = payment({ status: 'completed', amount_refunded: 5000 });
    const open = payment({ id: 'pay_2' as PaymentId, created_at: OPENED + 9 * MINUTE });
    expect(views.viewPayment(paid, [open, paid], context)).toMatchObject({
      view: 'paid',
      amountRefunded: '5000',
      nextPollMs: 3000,
    });
    expect(views.viewPayment(open, [open, paid], context)).toMatchObject({
      view: 'paid_by_another',
      paidBy: 'pay_1',
      nextPollMs: 3000,
    });
  });

  it('of one that has ended has finalAt, which a later change of it leaves alone', () => {
    const changed = { final_at: OPENED + 2000, updated_at: OPENED + 9 * MINUTE, amount_refunded: 5000 };
    expect(viewPayment(payment({ status: 'completed', ...changed }), context).finalAt).toBe('2026-03-01T10:00:02.000Z');
  });

  it('that was recorded as received was paid when that was recorded, until the operator confirms it', () => {
    const received = { resolution: 'received', resolution_at: OPENED + 5 * MINUTE } as const;
    const paidAt = (values: Partial<StoredPayment>) => viewPayment(payment(values), context).paidAt;
    expect(paidAt({ status: 'unresolved', ...received })).toBe('2026-03-01T10:05:00.000Z');
    expect(paidAt({ status: 'failed', final_at: OPENED + 2000, ...received })).toBe('2026-03-01T10:05:00.000Z');
    expect(paidAt({ status: 'completed', final_at: OPENED + 9 * MINUTE, ...received })).toBe(
      '2026-03-01T10:09:00.000Z',
    );
    expect(paidAt({ status: 'failed', final_at: OPENED + 2000 })).toBeNull();
  });

  it('of a pending one may be followed once this process has followed the clock for the cool-down', () => {
    const now = OPENED + 5000;
    const unsettled = { ...context, now, cooldownMs: Number.POSITIVE_INFINITY, cooldownEndsFrom: now + 170_000 };
    const view = viewPayment(payment({ status: 'pending' }), unsettled);
    expect(view).toMatchObject({ retryable: false, retryableAt: new Date(now + 170_000).toISOString() });
    // It is the order's first request.
    expect(mayHaveAnotherPrompt(view)).toBe(false);
  });
});
