import { describe, expect, it } from 'vitest';
import { paymentRow } from '../../../test/support/paymentState.ts';
import type { StoredPayment } from '../rules/payment.ts';
import * as views from './merchantPayment.ts';
import { type ViewContext, viewPayment } from './payment.ts';

const OPENED = Date.parse('2026-03-01T10:00:00Z');
const context = { environment: 'sandbox' as const, partnerName: 'Tsena', cooldownMs: 90_000, now: OPENED + 20_000 };

const SENT = { description: 'Two cups', created_at: OPENED, sent_at: OPENED + 500, next_check_at: OPENED + 30_000 };
/** The only payment of its order. */
const viewForMerchant = (one: StoredPayment, given: ViewContext) => views.viewForMerchant(one, [one], given);
const payment = (change: Partial<StoredPayment> = {}) => paymentRow({ ...SENT, ...change });

describe('a payment as the merchant sees it', () => {
  it('has these fields beside those that the payer sees', () => {
    expect(viewForMerchant(payment(), context)).toMatchObject({
      ...viewPayment(payment(), [payment()], context),
      failure: null,
      description: 'Two cups',
      sentAt: '2026-03-01T10:00:00.500Z',
      finalAt: null,
      verified: null,
      differences: null,
      resolution: null,
      amountRefunded: '0',
      polling: true,
      reviewReasons: [],
    });
  });

  it('was never sent, is final, was refunded, and is not polled any more', () => {
    const stopped = payment({ sent_at: null, final_at: OPENED + 2000, next_check_at: null, amount_refunded: 10_000 });
    expect(viewForMerchant(stopped, context)).toMatchObject({
      sentAt: null,
      finalAt: '2026-03-01T10:00:02.000Z',
      polling: false,
      amountRefunded: '10000',
    });
  });

  it.each([
    [1, true],
    [0, false],
    [null, null],
  ])('with verified %s in the database has verified %s', (stored, verified) => {
    expect(viewForMerchant(payment({ status: 'completed', verified: stored }), context).verified).toBe(verified);
  });

  it('names the fields that differ, and why it needs review', () => {
    const differing = payment({
      differences: 'amount,currency',
      review_reasons: 'details_mismatch,polling_stopped',
    });
    expect(viewForMerchant(differing, context)).toMatchObject({
      differences: ['amount', 'currency'],
      reviewReasons: ['details_mismatch', 'polling_stopped'],
    });
  });

  it.each([
    [
      'seen in the statement',
      'Hanta',
      { kind: 'received', reason: 'seen in the statement', by: 'Hanta', at: '2026-03-01T12:00:00.000Z' },
    ],
    [null, null, { kind: 'received', reason: '', by: null, at: '2026-03-01T12:00:00.000Z' }],
  ])(
    'has its resolution with the reason %j, who recorded it and when',
    (resolution_reason, resolution_by, resolution) => {
      const resolution_at = Date.parse('2026-03-01T12:00:00Z');
      const resolved = payment({ resolution: 'received', resolution_reason, resolution_by, resolution_at });
      expect(viewForMerchant(resolved, context).resolution).toEqual(resolution);
    },
  );

  const reason = { failure_reason: '402 insufficientFunds', failure_operator_time: '2026-03-01T10:00:01' };

  it('that failed has the operator’s reason and time', () => {
    const failed = payment({ status: 'failed', failure_code: 'insufficient_funds', ...reason });
    expect(viewForMerchant(failed, context).failure).toMatchObject({
      code: 'insufficient_funds',
      reason: '402 insufficientFunds',
      errorDateTime: '2026-03-01T10:00:01',
    });
  });

  it('that failed and was closed keeps the operator’s reason beside the differences and the resolution', () => {
    const decided = { differences: 'createDate', resolution: 'closed' } as const;
    const failed = payment({ status: 'failed', failure_code: 'insufficient_funds', ...decided, ...reason });
    expect(viewForMerchant(failed, context)).toMatchObject({
      failure: { code: 'insufficient_funds', reason: '402 insufficientFunds' },
      differences: ['createDate'],
      resolution: { kind: 'closed' },
    });
  });

  it('that failed says it to the merchant, not to the payer', () => {
    const failed = payment({ status: 'failed', failure_code: 'same_parties' });
    expect(viewForMerchant(failed, { ...context, language: 'en' }).failure?.message).toMatch(
      /use the customer’s number\.$/,
    );
  });

  it('whose details differ has not failed, and has no reason of the operator', () => {
    const differing = payment({ differences: 'amount', ...reason });
    expect(viewForMerchant(differing, context).failure).toMatchObject({
      code: 'details_mismatch',
      reason: null,
      errorDateTime: null,
    });
  });
});

describe('a payment in a webhook', () => {
  it('has no fields that are true only at the moment of an answer', () => {
    const data = views.viewForWebhook(payment({ review_reasons: 'overpaid' }), [payment()], context);
    expect(data).toMatchObject({ id: 'pay_1', status: 'pending', reviewReasons: ['overpaid'] });
    for (const name of ['nextPollMs', 'serverTime', 'retryable', 'retryableAt']) expect(data).not.toHaveProperty(name);
  });
});
