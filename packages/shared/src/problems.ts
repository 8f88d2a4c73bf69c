import * as z from 'zod/mini';

/** When a retry can help: never, at once, or after a while. */
export type Retry = 'never' | 'now' | 'later';

/** A problem: its HTTP status, its cause, and whether a retry helps. */
export interface ProblemKind {
  /** The HTTP status of the problem document. Failures of payments have 402, which no request is answered with. */
  readonly status: number;
  readonly retry: Retry;
  /** The cause, for a developer. The sentence for a person is in `problemMessages.ts`. */
  readonly cause: string;
}

const table = {
  // What a caller of the companion can get wrong.
  invalid_request: {
    status: 400,
    retry: 'never',
    cause: 'The request does not match the schema of this endpoint. `errors` names each field.',
  },
  msisdn_invalid: { status: 400, retry: 'now', cause: 'The payer’s number is not a mobile number of Madagascar.' },
  msisdn_other_operator: {
    status: 400,
    retry: 'now',
    cause: 'The payer’s number belongs to another operator. The companion accepts numbers with 034, 037 and 038.',
  },
  order_token_missing: {
    status: 401,
    retry: 'never',
    cause: 'The request has no order token. Send it as `Authorization: Bearer …`, or as `orderToken` in the body.',
  },
  order_token_invalid: { status: 401, retry: 'never', cause: 'The order token is not a JWT signed with HS256 and ORDER_TOKEN_SECRET.' },
  order_token_claims: {
    status: 400,
    retry: 'never',
    cause: 'The order token’s signature is valid, but a claim is missing or malformed. `errors` names each one.',
  },
  order_token_expired: { status: 401, retry: 'never', cause: 'The order token’s `exp` has passed. The shop must sign a new one.' },
  order_changed: {
    status: 409,
    retry: 'later',
    cause: 'This order has a payment with another amount, and no new payment may start now. `payment` holds the existing one.',
  },
  attempts_exhausted: {
    status: 409,
    retry: 'never',
    cause: 'This order has used all its payment attempts. Attempts that were never sent to the operator do not count.',
  },
  too_many_for_msisdn: { status: 429, retry: 'later', cause: 'LIMIT_PER_MSISDN is reached. Retry after `Retry-After` seconds.' },
  too_many_from_address: {
    status: 429,
    retry: 'later',
    cause: 'LIMIT_PER_IP or LIMIT_PER_LINK is reached. Retry after `Retry-After` seconds.',
  },
  prompt_open: { status: 429, retry: 'later', cause: 'This phone has an open prompt for another order. Only one may be open at a time.' },
  too_many_streams: { status: 429, retry: 'later', cause: 'Too many event streams are open. Poll GET /v1/payments/{id} instead.' },
  payment_not_found: { status: 404, retry: 'never', cause: 'No payment has this id.' },
  callback_unknown: { status: 404, retry: 'never', cause: 'No payment has this callback address.' },
  not_found: { status: 404, retry: 'never', cause: 'The companion has no endpoint at this address.' },
  method_not_allowed: {
    status: 405,
    retry: 'never',
    cause: 'This endpoint does not support this method. `Allow` lists those it supports.',
  },
  body_too_large: { status: 413, retry: 'never', cause: 'The body is larger than this endpoint accepts.' },
  unsupported_media_type: {
    status: 415,
    retry: 'never',
    cause: 'The body has another media type than this endpoint accepts: application/json in UTF-8, or the form that it names.',
  },
  body_already_read: {
    status: 500,
    retry: 'never',
    cause: 'The host app read the body before the companion and left nothing in request.body. Mount the companion before that middleware.',
  },
  reference_not_accepted: {
    status: 409,
    retry: 'never',
    cause: 'A reference can be submitted only for a payment that is `unresolved` or has the failure `reference_missing`.',
  },
  reference_mismatch: {
    status: 422,
    retry: 'now',
    cause: 'The operator’s transaction details for this reference do not match the payment, or another payment has this transaction.',
  },
  reference_attempts_exhausted: {
    status: 409,
    retry: 'never',
    cause: 'All attempts to submit a reference for this payment are used. The merchant can resolve the payment.',
  },
  resolve_not_possible: {
    status: 409,
    retry: 'never',
    cause: 'The payment needs no review, or its status does not allow this resolution.',
  },
  merchant_key_invalid: {
    status: 401,
    retry: 'never',
    cause: 'The merchant key is missing, wrong, revoked or expired. Send it as `Authorization: Bearer <key>`.',
  },
  key_attempts_exhausted: {
    status: 429,
    retry: 'later',
    cause: 'Too many wrong merchant keys came from this address. Retry after `Retry-After` seconds.',
  },
  scope_insufficient: {
    status: 403,
    retry: 'never',
    cause: 'The key is valid, but its scope does not allow this request. Use a key with a higher scope: `read`, `operate`, `admin`.',
  },
  origin_not_allowed: {
    status: 403,
    retry: 'never',
    cause: 'A change with the session’s cookie must come from the companion’s own pages: `Origin` is missing or another one.',
  },
  key_not_found: { status: 404, retry: 'never', cause: 'No key has this id.' },
  merchant_api_off: { status: 404, retry: 'never', cause: 'The merchant API is off because MERCHANT_API_KEY is not set.' },
  transaction_not_found: {
    status: 404,
    retry: 'never',
    cause: 'The operator has no transaction with this reference, or the merchant’s number is not a party of it.',
  },
  too_many_lookups: {
    status: 429,
    retry: 'later',
    cause: 'This key has looked up 60 transactions within a minute. Retry after `Retry-After` seconds.',
  },
  webhook_not_found: { status: 404, retry: 'never', cause: 'No webhook has this id.' },
  public_url_missing: {
    status: 409,
    retry: 'never',
    cause: 'Payment links need an address. Set PUBLIC_URL, under which browsers reach the companion.',
  },
  setting_fixed: {
    status: 409,
    retry: 'never',
    cause: 'The environment sets this setting, so it cannot be changed here. `errors` names it.',
  },
  setting_invalid: { status: 422, retry: 'never', cause: 'A setting is wrong, and nothing was changed. `errors` names it.' },
  setting_refused: {
    status: 422,
    retry: 'now',
    cause: 'A setting was tried and does not work, so nothing was changed. `errors` says why.',
  },
  refund_not_possible: {
    status: 409,
    retry: 'never',
    cause: 'A refund can be recorded only for a payment that is completed or whose resolution is `received`.',
  },
  refund_exceeds_payment: {
    status: 409,
    retry: 'never',
    cause: 'The refunds of a payment cannot exceed its amount. `remaining` is what can still be refunded.',
  },
  refund_not_found: { status: 404, retry: 'never', cause: 'No refund has this id.' },
  statement_unreadable: {
    status: 422,
    retry: 'never',
    cause:
      'The file cannot be read as a statement. `line` and `column` name the first place, `fault` what is wrong there, and `errors` says it in words.',
  },
  statement_not_found: { status: 404, retry: 'never', cause: 'No statement has this id, or newer ones have taken its place.' },
  too_many_imports: {
    status: 429,
    retry: 'later',
    cause: 'Four statements are being uploaded or imported. Retry after `Retry-After` seconds.',
  },
  idempotency_key_reused: {
    status: 422,
    retry: 'never',
    cause: 'This Idempotency-Key was used for another body within the last seven days. Use a new key for a new request.',
  },
  link_not_found: {
    status: 404,
    retry: 'never',
    cause: 'No payment link has this id.',
  },
  order_taken: {
    status: 409,
    retry: 'never',
    cause: 'The order has a payment of another number, which a key of the counter may not see. Nothing was sent.',
  },
  link_order_taken: {
    status: 409,
    retry: 'never',
    cause: 'Another active link collects this order, or the order is paid. `link` holds that link, if there is one.',
  },
  link_paid: {
    status: 409,
    retry: 'never',
    cause: 'The link is paid. It cannot be cancelled, and no other payment can begin.',
  },
  link_cancelled: {
    status: 409,
    retry: 'never',
    cause: 'The merchant has cancelled the link. No new payment can begin.',
  },
  link_expired: {
    status: 409,
    retry: 'never',
    cause: 'The link has expired. No new payment can begin.',
  },
  payment_in_progress: {
    status: 409,
    retry: 'later',
    cause: 'A payment of this order is in progress, and it began with another form.',
  },
  form_invalid: {
    status: 422,
    retry: 'now',
    cause: 'The form’s hidden field is missing, too old, or not signed by this companion for this page.',
  },
  cross_site_request: {
    status: 403,
    retry: 'never',
    cause: 'A page of another site sent this form. Only the companion’s own pages may.',
  },
  webhooks_off: { status: 409, retry: 'never', cause: 'The companion sends no webhooks because WEBHOOK_URL is not set.' },
  operator_unavailable: {
    status: 503,
    retry: 'later',
    cause: 'The operator gave no usable answer, or the companion pauses its requests. Retry after `Retry-After` seconds.',
  },
  setup_incomplete: {
    status: 503,
    retry: 'later',
    cause: 'The merchant has not set PARTNER_NAME, or in production PUBLIC_URL. Nothing was sent. Set it in the dashboard, under Setup.',
  },
  storage_unavailable: {
    status: 503,
    retry: 'later',
    cause: 'The companion’s database cannot be used right now: it is locked or gone, or its disk is full.',
  },
  shutting_down: { status: 503, retry: 'later', cause: 'This instance of the companion is stopping.' },
  internal: { status: 500, retry: 'later', cause: 'The companion has a fault. Its log has the details under the X-Request-Id.' },
  // Why a payment failed. Only these codes occur in a payment's `failure`.
  payment_failed: { status: 402, retry: 'now', cause: 'The operator reports the payment as failed and gives no reason.' },
  payment_declined: { status: 402, retry: 'now', cause: 'The payer declined or cancelled the prompt.' },
  insufficient_funds: { status: 402, retry: 'now', cause: 'The payer’s balance is too low.' },
  payer_unknown: { status: 402, retry: 'now', cause: 'The operator has no account for this number that can pay.' },
  same_parties: { status: 402, retry: 'now', cause: 'The payer and the merchant are the same account.' },
  amount_too_small: { status: 402, retry: 'never', cause: 'The amount is below the operator’s minimum.' },
  amount_too_large: { status: 402, retry: 'never', cause: 'The amount is above a limit of the operator or of the payer’s account.' },
  request_refused: {
    status: 402,
    retry: 'never',
    cause: 'The operator refused the initiation. The payment’s history has the operator’s reason.',
  },
  operator_credentials: {
    status: 402,
    retry: 'never',
    cause: 'The operator refused the merchant’s credentials or permissions. Run `tsena doctor`.',
  },
  operator_busy: { status: 402, retry: 'later', cause: 'The operator answered 429, too many requests.' },
  operator_unreachable: { status: 402, retry: 'later', cause: 'The companion could not connect to the operator. Nothing was sent.' },
  not_sent: { status: 402, retry: 'now', cause: 'The companion stopped before it sent the initiation.' },
  details_mismatch: {
    status: 402,
    retry: 'never',
    cause: 'The operator’s transaction details differ from the payment. The payment needs review and does not count as paid.',
  },
  reference_missing: {
    status: 402,
    retry: 'never',
    cause:
      'The operator reports the payment as completed, but names no transaction. The payment needs review. It completes when the operator or a callback names the transaction, or when the payer submits its reference.',
  },
} as const satisfies Record<string, ProblemKind>;

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

/** A wrong field: a JSON pointer to it, and what it must be. */
export const fieldErrorSchema = z.object({ pointer: z.string(), detail: z.string() });

/** A wrong field. */
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** A problem document (RFC 9457), media type `application/problem+json`. Extension members (`payment`) pass through. */
export const problemSchema = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  code: z.string(),
  errors: z.optional(z.array(fieldErrorSchema)),
});

/** A problem document. `title` is for a developer, `detail` for a person, in the requested language. */
export type Problem = z.infer<typeof problemSchema>;
