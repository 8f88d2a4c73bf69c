import { describe, expect, it } from 'vitest';
import { LANGUAGES } from './language.ts';
import { sentenceFor } from './problemMessages.ts';
import { PROBLEMS, type ProblemCode, type Retry } from './problems.ts';

const codes = Object.keys(PROBLEMS) as ProblemCode[];

/** Written by hand: a page that retries where it never helps, or does not where it would, costs money. */
const EXPECTED: Record<ProblemCode, readonly [status: number, retry: Retry]> = {
  invalid_request: [400, 'never'],
  msisdn_invalid: [400, 'now'],
  msisdn_other_operator: [400, 'now'],
  order_token_missing: [401, 'never'],
  order_token_invalid: [401, 'never'],
  order_token_claims: [400, 'never'],
  order_token_expired: [401, 'never'],
  order_changed: [409, 'later'],
  attempts_exhausted: [409, 'never'],
  too_many_for_msisdn: [429, 'later'],
  too_many_from_address: [429, 'later'],
  prompt_open: [429, 'later'],
  too_many_streams: [429, 'later'],
  payment_not_found: [404, 'never'],
  callback_unknown: [404, 'never'],
  not_found: [404, 'never'],
  method_not_allowed: [405, 'never'],
  body_too_large: [413, 'never'],
  body_already_read: [500, 'never'],
  unsupported_media_type: [415, 'never'],
  reference_not_accepted: [409, 'never'],
  reference_mismatch: [422, 'now'],
  reference_attempts_exhausted: [409, 'never'],
  resolve_not_possible: [409, 'never'],
  merchant_key_invalid: [401, 'never'],
  key_attempts_exhausted: [429, 'later'],
  merchant_api_off: [404, 'never'],
  scope_insufficient: [403, 'never'],
  origin_not_allowed: [403, 'never'],
  key_not_found: [404, 'never'],
  transaction_not_found: [404, 'never'],
  too_many_lookups: [429, 'later'],
  refund_not_possible: [409, 'never'],
  refund_exceeds_payment: [409, 'never'],
  refund_not_found: [404, 'never'],
  webhook_not_found: [404, 'never'],
  public_url_missing: [409, 'never'],
  statement_unreadable: [422, 'never'],
  statement_not_found: [404, 'never'],
  too_many_imports: [429, 'later'],
  idempotency_key_reused: [422, 'never'],
  link_not_found: [404, 'never'],
  link_order_taken: [409, 'never'],
  link_paid: [409, 'never'],
  link_cancelled: [409, 'never'],
  link_expired: [409, 'never'],
  payment_in_progress: [409, 'later'],
  form_invalid: [422, 'now'],
  cross_site_request: [403, 'never'],
  webhooks_off: [409, 'never'],
  operator_unavailable: [503, 'later'],
  storage_unavailable: [503, 'later'],
  shutting_down: [503, 'later'],
  internal: [500, 'later'],
  payment_failed: [402, 'now'],
  payment_declined: [402, 'now'],
  insufficient_funds: [402, 'now'],
  payer_unknown: [402, 'now'],
  same_parties: [402, 'now'],
  amount_too_small: [402, 'never'],
  amount_too_large: [402, 'never'],
  request_refused: [402, 'never'],
  operator_credentials: [402, 'never'],
  operator_busy: [402, 'later'],
  operator_unreachable: [402, 'later'],
  not_sent: [402, 'now'],
  details_mismatch: [402, 'never'],
  reference_missing: [402, 'never'],
};

describe('PROBLEMS', () => {
  it('has no code with status 429 for which a retry never helps, because 429 carries Retry-After', () => {
    expect(codes.filter((code) => PROBLEMS[code].status === 429 && PROBLEMS[code].retry === 'never')).toEqual([]);
  });

  it.each(codes)('%s has a different sentence in each language', (code) => {
    const texts = LANGUAGES.map((language) => sentenceFor(code, language));
    for (const sentence of texts) expect(sentence).toMatch(/[.?!]$/);
    expect(new Set(texts).size).toBe(LANGUAGES.length);
  });

  it('gives each code its status and says when a retry helps', () => {
    expect(Object.fromEntries(codes.map((code) => [code, [PROBLEMS[code].status, PROBLEMS[code].retry]]))).toEqual(EXPECTED);
  });

  it.each(codes)('%s has a cause in full sentences', (code) => {
    expect(PROBLEMS[code].cause).toMatch(/^\p{Lu}.+\.$/u);
  });
});
