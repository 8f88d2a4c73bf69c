import { LANGUAGES } from '@tsena/shared';
import { describe, expect, it } from 'vitest';
import { anEvent } from '../testing/fixtures.ts';
import { narrate } from './narrate.ts';
import { createTranslator } from './texts.ts';

const now = () => Date.parse('2026-03-08T21:30:00Z');

describe('money', () => {
  it.each([
    ['en', '1250000', '1,250,000 Ar'],
    ['fr', '1250000', '1 250 000 Ar'],
    ['mg', '100', '100 Ar'],
    ['mg', '1234.56', '1 234,56 Ar'],
    ['en', '1234.56', '1,234.56 Ar'],
    ['fr', '3602879701896000', '3 602 879 701 896 000 Ar'],
  ] as const)('in %s: %s', (language, digits, written) => {
    expect(createTranslator(language).money(digits).replaceAll('\u00a0', ' ')).toBe(written);
  });

  it('is short on an axis', () => {
    const { short } = createTranslator('fr');
    expect([0, 500, 25_000, 1_500_000, 12_000_000].map(short)).toEqual(['0', '500', '25\u00a0k', '1,5\u00a0M', '12\u00a0M']);
  });
});

describe('times', () => {
  const { time, day, shortDay } = createTranslator('en', now);
  const plain = (text: string) => text.replaceAll('\u00a0', ' ');

  it('are those of Madagascar, wherever the reader is', () => {
    expect(plain(time('2026-03-08T21:05:07Z'))).toBe('Today, 00:05');
    expect(plain(time('2026-03-08T20:59:59Z'))).toBe('Yesterday, 23:59');
    expect(plain(time('2026-03-07T20:59:59Z'))).toBe('7 March, 23:59');
    expect(plain(time('2025-12-31T21:00:05Z', 'to the second'))).toBe('1 January, 00:00:05');
    expect(plain(time('2025-12-31T20:00:00Z'))).toBe('31 December 2025, 23:00');
    expect(plain(day('2026-03-09'))).toBe('9 March 2026');
    expect(plain(shortDay('2026-12-31'))).toBe('31 Dec');
  });
});

describe('the timeline in words', () => {
  const events = [
    anEvent('created', { after: null }),
    anEvent('sending', { correlationId: 'c', reference: 'r' }),
    anEvent('accepted', { serverCorrelationId: 's' }),
    anEvent('refused', { code: 'request_refused', reason: '400 formatError' }),
    anEvent('not_sent', { code: 'operator_unreachable', reason: 'no route' }),
    anEvent('outcome_unknown', { reason: '500 Server error.' }),
    anEvent('callback', { says: 'completed' }),
    anEvent('callback_rejected', { why: 'the record differs in amount' }),
    anEvent('recovered', { serverCorrelationId: 's' }),
    anEvent('reference_submitted', { try: 2 }),
    anEvent('completed', { transactionId: '636042511', verified: true }),
    anEvent('completed', { transactionId: '636042511', verified: false }),
    anEvent('completed', { transactionId: '636042511', verified: true, by: 'claim' }),
    anEvent('completed', { transactionId: '636042511', verified: true, by: 'merchant' }),
    anEvent('completed', { transactionId: null, verified: false }),
    anEvent('verified', { transactionId: '636042511' }),
    anEvent('failed', { code: 'payment_failed' }),
    anEvent('failed', { code: 'payment_declined' }),
    anEvent('details_mismatch', { fields: 'amount,debitParty' }),
    anEvent('details_unavailable', { reason: 'no answer' }),
    anEvent('unknown_status', { word: 'queued' }),
    anEvent('resolved', { resolution: 'not_received', reason: 'seen in the portal' }),
    anEvent('resolved', { resolution: 'closed', reason: 'refunded' }),
    anEvent('order_overpaid', { also: 'pay_1' }),
    anEvent('restored', { reason: 'a backup held it as not sent' }),
  ];

  it.each(LANGUAGES)('leaves nothing unsaid in %s', (language) => {
    const texts = createTranslator(language);
    for (const event of events) {
      const said = narrate(event, texts);
      expect(said, event.kind).not.toMatch(/[{}]|undefined|null/);
      expect(said, event.kind).not.toBe(texts.t('event.other', { kind: event.kind }));
    }
  });

  it('names fields, decisions and reasons', () => {
    const texts = createTranslator('en');
    expect(narrate(anEvent('details_mismatch', { fields: 'amount,debitParty,novel' }), texts)).toBe(
      'The operator’s record differs: amount, payer, novel.',
    );
    expect(narrate(anEvent('resolved', { resolution: 'received', reason: 'SMS seen.' }), texts)).toBe(
      'You recorded: The money has arrived. SMS seen.',
    );
    expect(narrate(anEvent('outcome_unknown', { reason: '500 Server error.' }), texts)).toContain('500 Server error. It is not sent');
  });

  it('notes what it does not know', () => {
    expect(narrate(anEvent('something new'), createTranslator('en'))).toBe('Noted: something new.');
  });
});
