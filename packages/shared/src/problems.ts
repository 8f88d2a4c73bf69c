import * as z from 'zod/mini';

/** Whether trying again helps: never, at once, or after a while. */
export type Retry = 'never' | 'now' | 'later';

/** One row of the table of errors. */
export interface ProblemKind {
  /** HTTP status of the problem document; for a payment's failure, that of the operator's refusal as we pass it on. */
  readonly status: number;
  readonly retry: Retry;
  /** What brought it about, for a developer. The sentence for a person is in `sentences.ts`. */
  readonly cause: string;
}

const table = {
  // What a caller of the companion can get wrong.
  invalid_request: { status: 400, retry: 'never', cause: 'The request is not what this endpoint takes; errors[] names each field.' },
  msisdn_invalid: { status: 400, retry: 'now', cause: 'The payer’s number is not a Malagasy mobile number.' },
  msisdn_other_operator: {
    status: 400,
    retry: 'now',
    cause: 'The payer’s number belongs to another operator; 034, 037 and 038 are served.',
  },
  order_token_missing: {
    status: 401,
    retry: 'never',
    cause: 'No order token was sent (Authorization: Bearer, or orderToken in the body).',
  },
  order_token_invalid: { status: 401, retry: 'never', cause: 'The order token is not a JWT signed with HS256 and ORDER_TOKEN_SECRET.' },
  order_token_claims: {
    status: 400,
    retry: 'never',
    cause: 'The order token is signed, but its claims are not as documented; errors[] names each.',
  },
  order_token_expired: { status: 401, retry: 'never', cause: 'The order token’s exp has passed; the shop has to sign a new one.' },
  order_changed: {
    status: 409,
    retry: 'later',
    cause: 'This order has a payment with another amount in whose place none may start now; it stands in `payment`.',
  },
  attempts_exhausted: {
    status: 409,
    retry: 'never',
    cause: 'This order has had all the attempts it may have; those of which nothing was sent do not count.',
  },
  too_many_for_msisdn: { status: 429, retry: 'later', cause: 'LIMIT_PER_MSISDN is reached; Retry-After says when to try again.' },
  too_many_from_address: { status: 429, retry: 'later', cause: 'LIMIT_PER_IP is reached; Retry-After says when to try again.' },
  prompt_open: { status: 429, retry: 'later', cause: 'This phone has a prompt open for another order; one at a time.' },
  too_many_streams: { status: 429, retry: 'later', cause: 'Too many event streams are open; poll GET /v1/payments/{id} instead.' },
  payment_not_found: { status: 404, retry: 'never', cause: 'No payment has this id.' },
  callback_unknown: { status: 404, retry: 'never', cause: 'No payment was given this callback address.' },
  not_found: { status: 404, retry: 'never', cause: 'There is nothing at this address.' },
  method_not_allowed: { status: 405, retry: 'never', cause: 'This address does not take this method; Allow names those it takes.' },
  body_too_large: { status: 413, retry: 'never', cause: 'The body is larger than this endpoint takes.' },
  unsupported_media_type: { status: 415, retry: 'never', cause: 'The body has to be application/json in UTF-8.' },
  body_already_read: {
    status: 500,
    retry: 'never',
    cause:
      'The app around the companion read the body and left nothing of it in request.body; mount the companion in front of what reads it.',
  },
  reference_not_accepted: { status: 409, retry: 'never', cause: 'Only an unresolved payment can be submitted.' },
  reference_mismatch: {
    status: 422,
    retry: 'now',
    cause: 'The operator’s record for this reference does not match the payment, or belongs to another one.',
  },
  reference_attempts_exhausted: {
    status: 429,
    retry: 'never',
    cause: 'All tries to claim this payment are used; the merchant can resolve it.',
  },
  resolve_not_possible: { status: 409, retry: 'never', cause: 'This payment needs no resolution: it is final.' },
  merchant_key_invalid: { status: 401, retry: 'never', cause: 'The merchant API takes Authorization: Bearer <MERCHANT_API_KEY>.' },
  key_attempts_exhausted: {
    status: 429,
    retry: 'later',
    cause: 'Too many wrong keys from this address; Retry-After says when to try again.',
  },
  merchant_api_off: { status: 404, retry: 'never', cause: 'MERCHANT_API_KEY is not set, so the merchant API is off.' },
  webhook_not_found: { status: 404, retry: 'never', cause: 'No webhook has this id.' },
  operator_unavailable: {
    status: 503,
    retry: 'later',
    cause: 'The operator’s service could not be asked just now, or look-ups are held back; Retry-After says when to try again.',
  },
  storage_unavailable: {
    status: 503,
    retry: 'later',
    cause: 'The companion’s database does not take writes just now (disk full, locked, or gone).',
  },
  shutting_down: { status: 503, retry: 'later', cause: 'This instance is stopping.' },
  internal: { status: 500, retry: 'later', cause: 'A fault of the companion itself; its log has the request id.' },
  // Why a payment failed. Only these stand in a payment's `failure`.
  payment_failed: { status: 402, retry: 'now', cause: 'The operator says failed, without a reason.' },
  payment_declined: { status: 402, retry: 'now', cause: 'The payer declined or cancelled the prompt.' },
  insufficient_funds: { status: 402, retry: 'now', cause: 'The payer’s account does not hold enough.' },
  payer_unknown: { status: 402, retry: 'now', cause: 'The operator has no account that can pay for this number.' },
  same_parties: { status: 402, retry: 'now', cause: 'Payer and merchant are the same account.' },
  amount_too_small: { status: 402, retry: 'never', cause: 'The amount is below what the operator takes.' },
  amount_too_large: { status: 402, retry: 'never', cause: 'The amount is above what the operator, or this account, takes.' },
  request_refused: { status: 402, retry: 'never', cause: 'The operator refused the request; the payment’s history has its words.' },
  operator_credentials: {
    status: 402,
    retry: 'never',
    cause: 'The operator refused the merchant’s credentials or rights; run `tsena doctor`.',
  },
  operator_busy: { status: 402, retry: 'later', cause: 'The operator answered 429: too many requests.' },
  operator_unreachable: { status: 402, retry: 'later', cause: 'The operator’s service could not be reached; nothing was sent.' },
  not_sent: { status: 402, retry: 'now', cause: 'The companion stopped before it sent anything.' },
  details_mismatch: {
    status: 402,
    retry: 'never',
    cause: 'The operator’s record differs from the order in amount, currency or party; a person has to look.',
  },
} as const satisfies Record<string, ProblemKind>;

/** A stable code of the closed table {@link PROBLEMS}. */
export type ProblemCode = keyof typeof table;

/** Every error that the product knows, by code. */
export const PROBLEMS: Readonly<Record<ProblemCode, ProblemKind>> = table;

export const problemCodeSchema = z.pipe(
  z.string(),
  z.transform((code, context): ProblemCode => {
    if (Object.hasOwn(table, code)) return code as ProblemCode;
    context.issues.push({ code: 'custom', message: 'an unknown problem code', input: code });
    return z.NEVER;
  }),
);

/** One field that is wrong: a JSON pointer, and what it should be. */
export const fieldErrorSchema = z.object({ pointer: z.string(), detail: z.string() });

/** One field that is wrong. */
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

/** A problem document. `title` is for a developer, `detail` for a person, in the language asked for. */
export type Problem = z.infer<typeof problemSchema>;
