import * as z from 'zod/mini';

/** When a retry can help: never, at once, or after a while. */
export type Retry = 'never' | 'now' | 'later';

/** A problem: its HTTP status, its cause, and whether a retry helps. */
export interface ProblemKind {
  /**
   * The HTTP status of the problem document. What only a payment's failure can be has 402, which no request is answered
   * with.
   */
  readonly status: number;
  readonly retry: Retry;
  /** The cause, for a developer. The sentence for a person is in `problemMessages.json`. */
  readonly cause: string;
}

/** Problems with one status, for which a retry helps equally, by their code. */
function problems<Code extends string>(status: number, retry: Retry, causes: Readonly<Record<Code, string>>) {
  const kinds = Object.entries<string>(causes).map(([code, cause]): [string, ProblemKind] => [
    code,
    { status, retry, cause },
  ]);
  return Object.fromEntries(kinds) as Record<Code, ProblemKind>;
}

const table = {
  ...problems(400, 'never', {
    invalid_request: 'The request does not match the schema of this endpoint. `errors` names each field.',
    order_token_claims:
      'The order token’s signature is valid, but a claim is missing or malformed. `errors` names each one.',
  }),
  ...problems(400, 'now', {
    msisdn_invalid: 'The payer’s number is not a mobile number of Madagascar.',
    msisdn_other_operator:
      'The payer’s number belongs to another operator. The companion accepts numbers with 034, 037 and 038.',
  }),
  ...problems(401, 'never', {
    order_token_missing:
      'The request has no order token. Send it as `Authorization: Bearer …`, or as `orderToken` in the body.',
    order_token_invalid: 'The order token is not a JWT signed with HS256 and ORDER_TOKEN_SECRET.',
    order_token_expired: 'The order token’s `exp` has passed. The shop must sign a new one.',
    merchant_key_invalid:
      'The merchant key is missing, wrong, revoked or expired. Send it as `Authorization: Bearer <key>`.',
  }),
  ...problems(403, 'never', {
    scope_insufficient:
      'The key is valid, but its scope does not allow this request. Use a key with a higher scope: `read`, `operate`, `admin`.',
    origin_not_allowed:
      'A change with the session’s cookie must come from the companion’s own pages: `Origin` is missing or another one.',
    cross_site_request: 'A page of another site sent this form. Only the companion’s own pages may.',
  }),
  ...problems(404, 'never', {
    payment_not_found: 'No payment has this id.',
    callback_unknown: 'No payment has this callback address.',
    not_found: 'The companion has no endpoint at this address.',
    key_not_found: 'No key has this id.',
    merchant_api_off: 'The merchant API is off because MERCHANT_API_KEY is not set.',
    transaction_not_found:
      'The operator has no transaction with this reference, or the merchant’s number is not a party of it.',
    webhook_not_found: 'No webhook has this id.',
    refund_not_found: 'No refund has this id.',
    link_not_found: 'No payment link has this id.',
  }),
  ...problems(405, 'never', {
    method_not_allowed: 'This endpoint does not support this method. `Allow` lists those it supports.',
  }),
  ...problems(410, 'never', {
    event_unknown:
      'No webhook event has the id in `since`: it is of another companion, or of a database that was restored. Begin again without `since`, and look for what is missing in GET /v1/merchant/webhooks.',
  }),
  ...problems(409, 'never', {
    attempts_exhausted:
      'This order has used all its payment attempts. Attempts that were never sent to the operator do not count.',
    reference_not_accepted:
      'A reference can be submitted only for a payment that is `unresolved`, for one that is `pending` after the cool-down, or for one with the failure `reference_missing`.',
    reference_attempts_exhausted:
      'All attempts to submit a reference for this payment are used. The merchant can resolve the payment.',
    resolve_not_possible: 'The payment needs no review, or its status does not allow this resolution.',
    resolution_changed: 'The payment has another resolution than `replaces` names. `resolution` holds it.',
    public_url_missing: 'Payment links need an address. Set PUBLIC_URL, under which browsers reach the companion.',
    setting_fixed: 'The environment sets this setting, so it cannot be changed here. `errors` names it.',
    refund_not_possible:
      'A refund can be recorded only for a payment that is completed or whose resolution is `received`.',
    refund_exceeds_payment:
      'The refunds of a payment cannot exceed its amount. `remaining` is what can still be refunded.',
    order_taken:
      'A key of the counter collects no order of the shop. It can only repeat a `CTR-` order that has this amount and no payment of another number. Nothing was sent.',
    reference_not_matched:
      'No counter payment was created from this reference, and nothing was written. `verdict` is what its check says; `reason` is `verdict`, `amount` (the transaction has another one), `time` (it is older than 24 hours, or gives no time) or `order` (it is not a new `CTR-` order).',
    key_name_taken:
      'Another valid key has this name, or one that looks like it. Choose another name, or revoke that key.',
    link_order_taken:
      'Another active link collects this order, or the order is paid. `link` holds that link, if there is one.',
    link_paid: 'The link is paid. It cannot be cancelled, and no other payment can begin.',
    link_cancelled: 'The merchant has cancelled the link. No new payment can begin.',
    link_expired: 'The link has expired. No new payment can begin.',
    webhooks_off: 'The companion sends no webhooks because WEBHOOK_URL is not set.',
  }),
  ...problems(409, 'later', {
    order_changed:
      'This order has a payment with another amount, and no new payment may start now. `payment` holds the existing one.',
    payment_in_progress: 'A payment of this order is in progress, and it began with another form.',
  }),
  ...problems(413, 'never', {
    body_too_large: 'The body is larger than this endpoint accepts.',
  }),
  ...problems(415, 'never', {
    unsupported_media_type:
      'The body has another media type than this endpoint accepts: application/json in UTF-8, or the form that it names.',
  }),
  ...problems(422, 'never', {
    setting_invalid: 'A setting is wrong, and nothing was changed. `errors` names it.',
    statement_unreadable:
      'The file cannot be read as a statement. `line` and `column` name the first place, `fault` what is wrong there, and `errors` says it in words.',
    idempotency_key_reused:
      'This Idempotency-Key was used for another body within the last seven days. Use a new key for a new request.',
  }),
  ...problems(422, 'now', {
    reference_mismatch:
      'The operator’s transaction details for this reference do not match the payment, or another payment has this transaction.',
    setting_refused: 'A setting was tried and does not work, so nothing was changed. `errors` says why.',
    form_invalid: 'The form’s hidden field is missing, too old, or not signed by this companion for this page.',
  }),
  ...problems(429, 'later', {
    too_many_for_msisdn: 'LIMIT_PER_MSISDN is reached. Retry after `Retry-After` seconds.',
    too_many_from_address: 'LIMIT_PER_IP or LIMIT_PER_LINK is reached. Retry after `Retry-After` seconds.',
    prompt_open: 'This phone has an open prompt for another order. Only one may be open at a time.',
    too_many_streams: 'Too many event streams are open. Poll GET /v1/payments/{id} instead.',
    key_attempts_exhausted: 'Too many wrong merchant keys came from this address. Retry after `Retry-After` seconds.',
    too_many_lookups: 'This key has looked up 60 transactions within a minute. Retry after `Retry-After` seconds.',
    too_many_imports: 'Another statement is being compared. Retry after `Retry-After` seconds.',
  }),
  ...problems(500, 'never', {
    body_already_read:
      'The host app read the body before the companion and left nothing in request.body. Mount the companion before that middleware.',
  }),
  ...problems(500, 'later', {
    internal: 'The companion has a fault. Its log has the details under the X-Request-Id.',
  }),
  ...problems(503, 'later', {
    operator_busy:
      'The operator answers 429, too many requests. No payment was opened: retry after `Retry-After` seconds. In a failed payment: the operator refused the initiation, with 429 or with a 401 after which it gave no new token, or nothing was sent.',
    operator_unavailable:
      'The operator gave no usable answer, or the companion pauses its requests. Retry after `Retry-After` seconds.',
    setup_incomplete:
      'The merchant has not set PARTNER_NAME, or in production PUBLIC_URL. Nothing was sent. Set it in the dashboard, under Setup.',
    storage_unavailable:
      'The companion’s database cannot be used right now: it is locked or gone, or its disk is full.',
    shutting_down: 'This instance of the companion is stopping.',
  }),
  // Why a payment failed. Only these codes, and `operator_busy`, occur in a payment's `failure`, and no request is
  // answered with their status.
  ...problems(402, 'never', {
    amount_too_small: 'The amount is below the operator’s minimum.',
    request_refused: 'The operator refused the initiation. The payment’s history has the operator’s reason.',
    operator_credentials: 'The operator refused the merchant’s credentials or permissions. Run `tsena doctor`.',
    details_unavailable:
      'The operator reports the payment as completed, or a callback does while the operator does not answer; nothing could be compared yet.',
    details_mismatch:
      'The operator’s transaction details differ from the payment. The payment needs review and does not count as paid.',
    reference_missing:
      'The operator reports the payment as completed, but names no transaction. The payment needs review. It completes once the operator, a callback or the payer names one.',
  }),
  ...problems(402, 'now', {
    payment_failed: 'The operator reports the payment as failed and gives no reason.',
    payment_declined: 'The payer declined or cancelled the prompt.',
    insufficient_funds: 'The payer’s balance is too low.',
    amount_too_large:
      'The amount is above a limit of the operator or of the payer’s account. Another number may be able to pay.',
    payer_unknown: 'The operator has no account for this number that can pay.',
    same_parties: 'The payer and the merchant are the same account.',
    not_sent: 'The companion did not send the initiation: it stopped, or the operator issued no token.',
  }),
  ...problems(402, 'later', {
    operator_unreachable: 'The companion could not connect to the operator. Nothing was sent.',
  }),
};

/** A stable code, one of the keys of {@link PROBLEMS}. */
export type ProblemCode = keyof typeof table;

/** Every problem, by code. */
export const PROBLEMS: Readonly<Record<ProblemCode, ProblemKind>> = table;

export const problemCodeSchema = z.pipe(
  z.string(),
  z.transform((code, context): ProblemCode => {
    if (Object.hasOwn(table, code)) return code as ProblemCode;
    context.issues.push({ code: 'custom', message: 'an unknown problem code', input: code });
    return z.NEVER;
  }),
);
