import { LANGUAGES } from '@tsena/shared';
import { describe, expect, it } from 'vitest';
import { createTranslator } from '../core/texts.ts';
import { locales } from '../testing/locales.ts';
import { describeReason, type ReasonSource } from './reasons.ts';

/** What the companion writes, and the sentence for the merchant. */
const REASONS: readonly (readonly [source: ReasonSource, raw: string, sentence: string])[] = [
  ['operator', 'never_sent: ENOTFOUND', 'The companion could not find the operator’s server on the internet.'],
  ['operator', 'never_sent: ECONNREFUSED', 'The operator’s server accepted no connection.'],
  ['operator', 'never_sent: CERT_HAS_EXPIRED', 'The secure connection to the operator failed.'],
  ['operator', 'no_answer: no answer within 30000 ms', 'The operator did not answer in time.'],
  ['operator', 'no_answer: ECONNRESET', 'The connection to the operator broke.'],
  ['operator', '402 insufficientFunds 4100 not enough', 'The customer’s balance is too low.'],
  ['operator', '402 requestDeclined', 'The customer declined the request.'],
  [
    'operator',
    '400 dailyValueLimitExceeded',
    'The amount is above a limit of the operator or of the customer’s account.',
  ],
  ['operator', '400 identifierError', 'The customer’s number has no mobile-money account.'],
  ['operator', '500 genericError 4002 Error in getting user language', 'The operator has a passing fault.'],
  ['operator', '400 formatError 4001 Missing field', 'The operator did not accept the request’s data.'],
  ['operator', '429 900802 Message throttled out', 'The operator receives too many requests at the moment.'],
  [
    'operator',
    'paused after failures in a row',
    'The operator failed several times, so the companion waits a moment before it asks again.',
  ],
  [
    'operator',
    '401 900901 Invalid Credentials',
    'The operator did not accept the companion’s credentials. Check CONSUMER_KEY and CONSUMER_SECRET.',
  ],
  [
    'operator',
    'the token was renewed too late to send the request again',
    'The companion could not sign in to the operator.',
  ],
  ['operator', '200 about another payment', 'The operator’s answer belongs to another payment.'],
  ['operator', 'the companion stopped before it had an answer', 'The companion stopped at that moment.'],
  [
    'operator',
    'the companion stopped; the database may lack that it sent the payment',
    'The database has it as not sent. It may have been sent all the same, if the database was restored or another server took over.',
  ],
  ['operator', 'the store failed before anything was sent', 'The companion’s database failed.'],
  ['operator', 'the payer’s number was erased', 'The customer’s number was erased after the retention period.'],
  ['operator', 'the status names no transaction', 'The operator’s transaction details are not complete yet.'],
  ['operator', '404 without a body', 'The operator does not know this transaction.'],
  ['operator', '503 with a body that is not JSON', 'The operator’s server has a fault.'],
  ['operator', 'something new', 'The companion noted a fault that this page does not know.'],
  ['callback', 'its transaction is another payment’s', 'The operator’s answer belongs to another payment.'],
  ['callback', 'the details differ in amount', 'The operator’s transaction details differ from the payment.'],
  ['webhook', 'ENOTFOUND', 'The companion could not find your shop’s server on the internet. Check WEBHOOK_URL.'],
  ['webhook', 'ECONNREFUSED', 'The shop’s server is not running or accepts no connection.'],
  ['webhook', 'CERT_HAS_EXPIRED', 'The secure connection to your shop failed. Check its certificate.'],
  ['webhook', 'no answer within 15 s', 'The shop does not answer.'],
  ['webhook', 'ECONNRESET', 'The connection to the shop broke.'],
  [
    'webhook',
    'the endpoint’s address is private; WEBHOOK_ALLOW_PRIVATE=1 allows it',
    'The shop’s address is private. WEBHOOK_ALLOW_PRIVATE=1 allows it.',
  ],
  [
    'webhook',
    'the endpoint answered 301',
    'The shop redirects to another address. Set WEBHOOK_URL to the final address.',
  ],
  [
    'webhook',
    'the endpoint answered 401',
    'The shop does not accept the webhook’s signature. Check WEBHOOK_SECRET in the shop.',
  ],
  ['webhook', 'the endpoint answered 500', 'The shop’s server has a fault.'],
  ['webhook', 'a host’s own error', 'The shop did not take the webhook.'],
];

describe('describeReason', () => {
  it.each(REASONS)('%s: %s', (source, raw, sentence) => {
    expect(describeReason(source, raw, createTranslator('en', locales.en))).toBe(sentence);
  });

  it.each(LANGUAGES)('is a sentence without the raw text in %s', (language) => {
    for (const [source, raw] of REASONS) {
      const sentence = describeReason(source, raw, createTranslator(language, locales[language]));
      expect(sentence, raw).toMatch(/^\p{Lu}.*\.$/u);
      expect(sentence, raw).not.toContain(raw);
    }
  });
});
