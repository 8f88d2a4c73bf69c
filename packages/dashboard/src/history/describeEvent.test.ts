import { LANGUAGES } from '@tsena/shared';
import type { PaymentEvent } from '@tsena/shared/merchant';
import { describe, expect, it } from 'vitest';
import { createTranslator } from '../core/texts.ts';
import { createEvent } from '../testing/fixtures.ts';
import { locales } from '../testing/locales.ts';
import { describeEvent } from './describeEvent.ts';

/** The events that the companion writes: the text that each takes, if not that of its kind, and its data. */
const EVENTS: readonly (readonly [kind: string, text: string | null, data: PaymentEvent['data']])[] = [
  ['created', null, { after: null }],
  ['sending', null, { correlationId: 'c', reference: 'r' }],
  ['accepted', null, { serverCorrelationId: 's', notificationMethod: 'callback' }],
  ['refused', null, { code: 'request_refused', reason: '400 formatError', errorDateTime: null }],
  ['not_sent', null, { code: 'operator_unreachable', reason: 'never_sent: ENETUNREACH' }],
  ['outcome_unknown', null, { reason: 'no_answer: no answer within 30000 ms' }],
  ['callback', null, { status: 'completed' }],
  ['callback_rejected', null, { why: 'the operator does not know it' }],
  ['reference_submitted', null, { attempt: 2 }],
  ['completed', null, { transactionId: '636042511', verified: true }],
  ['completed', 'completed.unverified', { transactionId: null, verified: false }],
  ['completed', 'completed.payer', { transactionId: '636042511', verified: true, by: 'payer' }],
  ['completed', 'completed.merchant', { transactionId: '636042511', verified: true, by: 'Hanta' }],
  ['completed', 'completed.callback', { transactionId: '636042511', verified: true, by: 'callback' }],
  ['verified', null, { transactionId: '636042511' }],
  ['failed', null, { code: 'payment_failed', reason: null }],
  ['failed', 'failed.reason', { code: 'payment_failed', reason: '60019 Insufficient balance' }],
  ['failed', null, { code: 'payment_failed', reason: '7 Limite du compte' }],
  ['failed', 'failed.declined', { code: 'payment_declined' }],
  ['details_mismatch', 'details_mismatch.differ', { fields: 'amount,debitParty' }],
  ['details_mismatch', 'details_mismatch.unnamed', { fields: 'objectReference' }],
  ['details_mismatch', 'details_mismatch.contradicted', { fields: 'transactionStatus' }],
  ['details_mismatch', 'details_mismatch.named', { fields: 'createDate', transactionReference: '636042511' }],
  ['details_mismatch', 'details_mismatch.unread', { fields: 'details' }],
  ['details_mismatch', 'details_mismatch.second', { fields: 'secondTransaction', transactionReference: '636042511' }],
  ['details_mismatch', 'details_mismatch.secondUnnamed', { fields: 'secondTransaction' }],
  ['details_unavailable', null, { reason: 'no_answer: ECONNRESET' }],
  ['details_unavailable', 'details_unavailable.callback', { reason: '503', by: 'callback' }],
  ['lookups_refused', null, { reason: '403 without a body' }],
  ['unknown_status', null, { status: 'queued' }],
  ['resolved', null, { resolution: 'received', reason: 'SMS seen' }],
  ['order_overpaid', null, { also: 'pay_0000000000000000000001' }],
  ['refunded', null, { refund: 'ref_1', amount: 5000, reason: 'Out of stock.', by: 'Hanta' }],
  ['refund_voided', null, { refund: 'ref_1', amount: 5000, reason: 'Recorded twice.', by: 'Hanta' }],
  ['webhook_replayed', null, { by: 'Hanta' }],
];

const english = createTranslator('en', locales.en);
const describeInEnglish = (kind: string, data: PaymentEvent['data'] = {}) =>
  describeEvent(createEvent(kind, data), english);

describe('describeEvent', () => {
  it.each(EVENTS)('of %s takes the text %s: %j', (kind, text, data) => {
    expect(describeEvent(createEvent(kind, data), { ...english, find: (key) => key })).toBe(`event.${text ?? kind}`);
  });

  it.each(LANGUAGES)('has a text with all its values for every kind in %s', (language) => {
    const texts = createTranslator(language, locales[language]);
    for (const [kind, , data] of EVENTS) {
      const text = describeEvent(createEvent(kind, data), texts);
      expect(text, kind).not.toMatch(/[{}]|undefined|null/);
      expect(text, kind).not.toContain(texts.t('event.other', { kind }));
    }
  });

  it.each<[string, PaymentEvent['data'], string]>([
    [
      'completed',
      { transactionId: null, verified: true },
      'Paid. The operator’s transaction details match. Ref\u00a0–.',
    ],
    ['failed', { reason: '60019 Insufficient balance' }, 'The payment failed. The customer’s balance is too low.'],
    ['callback', { status: 'COMPLETED' }, 'The operator sent a callback with the status “completed”.'],
    [
      'unknown_status',
      { status: 'queued' },
      'The operator answered with an unknown status: “queued”. The payment has not changed.',
    ],
    [
      'resolved',
      { resolution: 'not_received', reason: 'In the portal' },
      'Resolution recorded: No money was taken. In the portal',
    ],
    ['resolved', { resolution: 'novel', reason: 'Seen.' }, 'Resolution recorded: novel. Seen.'],
    ['refunded', { amount: 5000, reason: 'Out of stock.' }, 'A refund of 5,000\u00a0Ar was recorded. Out of stock.'],
    [
      'callback_rejected',
      { why: 'the operator does not know it' },
      'The companion asked the operator about what a callback named: it does not pay this payment. The operator does not know this transaction.',
    ],
    [
      'details_mismatch',
      { fields: 'amount,objectReference,novel' },
      'The operator’s transaction details differ from the payment: amount, transaction (the operator names none), novel. It needs review.',
    ],
    // Each can stand above "Paid": an operator that refuses a request can complete its payment all the same.
    [
      'refused',
      { reason: '400 formatError' },
      'The operator refused the request. The operator did not accept the request’s data.',
    ],
    ['failed', { code: 'payment_declined' }, 'The operator reports that the customer declined the request.'],
    ['failed', { code: 'payment_failed', reason: null }, 'The operator reports that the payment failed.'],
    [
      'details_mismatch',
      { fields: 'secondTransaction', transactionReference: '636042999' },
      'The operator reports a second transaction: Ref\u00a0636042999. The customer may have paid twice. Look for it in the operator’s statement.',
    ],
    ['something_new', {}, 'Other event: something_new.'],
  ])('writes the values of %s in words: %j', (kind, data, sentence) => {
    expect(describeInEnglish(kind, data)).toBe(sentence);
  });
});
