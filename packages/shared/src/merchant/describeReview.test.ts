import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../language.ts';
import { fillText } from '../typography.ts';
import { describeReview, type FindReviewText } from './describeReview.ts';
import { REVIEW_REASONS } from './reviewReasons.ts';
import { REVIEW_TEXTS } from './reviewTexts.ts';

const textsIn = (language: Language): FindReviewText => {
  const texts: Readonly<Record<string, Readonly<Record<Language, string>>>> = REVIEW_TEXTS;
  return (key, values = {}) =>
    texts[key] === undefined ? undefined : fillText(texts[key][language], language, values);
};
const inEnglish = textsIn('en');
const pending = { status: 'pending', resolution: null } as const;

describe('describeReview', () => {
  it.each([
    [['amount', 'debitParty'], 'The operator’s transaction details differ from the payment. Different: amount, payer.'],
    [
      ['amount', 'objectReference'],
      'The operator’s transaction details differ from the payment. Different: amount, transaction (the operator names none).',
    ],
    [
      ['objectReference'],
      'The operator reports this payment as completed, but names no transaction, so nothing could be compared.',
    ],
    [
      ['details'],
      'The operator or a callback says that this payment is completed, and for ten minutes nothing could be compared.',
    ],
    [['createDate'], 'The operator’s transaction details differ from the payment. Different: time of the transaction.'],
    [
      ['transactionStatus'],
      'Of the operator’s answers and your own record, one says that this payment is completed, and another one that it failed.',
    ],
  ])('says of %j which it is', (differences, sentence) => {
    expect(describeReview('details_mismatch', { ...pending, differences }, inEnglish)).toBe(
      `${sentence} It does not count as paid: do not deliver yet.`,
    );
  });

  it('says "not paid" of no payment that is paid', () => {
    const differences = ['amount'];
    const money = (change: object) =>
      describeReview('details_mismatch', { ...pending, differences, ...change }, inEnglish).split('amount. ')[1];
    expect(money({ status: 'completed' })).toBe(
      'It was completed before, and stays so. Check that the money arrived, and arrived once.',
    );
    expect(money({ resolution: 'received' })).toBe('You recorded its money as received.');
  });

  it('says of a second transaction that sending it back is no refund, and that the payment stays paid', () => {
    const sentence = describeReview(
      'details_mismatch',
      { status: 'completed', resolution: null, differences: ['secondTransaction'] },
      inEnglish,
    );
    expect(sentence).toContain(
      'If you send the second one back, record no refund of this payment: close the review with its reference.',
    );
    expect(sentence).toContain('It was completed before, and stays so.');
  });

  it('says of a completed payment whose details differ that they differ, not that they could not be read', () => {
    const payment = { status: 'completed', resolution: null, differences: ['amount'] } as const;
    expect(describeReview('unverified', payment, inEnglish)).toContain('Different: amount.');
    expect(describeReview('unverified', { ...payment, differences: null }, inEnglish)).toContain('could not be read');
  });

  it.each(LANGUAGES)('has a text for everything in %s', (language) => {
    for (const reason of REVIEW_REASONS)
      for (const differences of [
        null,
        [],
        ['amount'],
        ['objectReference'],
        ['transactionStatus'],
        ['details'],
        ['secondTransaction'],
      ])
        for (const status of ['pending', 'completed'] as const)
          expect(describeReview(reason, { status, resolution: null, differences }, textsIn(language))).not.toContain(
            'undefined',
          );
  });
});
