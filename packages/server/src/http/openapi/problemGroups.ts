/** With an order token. */
export const ORDER_TOKEN = ['order_token_missing', 'order_token_invalid', 'order_token_expired', 'order_token_claims'] as const;
/** With the order token of a hosted page, whose link may have ended or be used by somebody else. */
export const PAGE_TOKEN = ['link_paid', 'link_cancelled', 'link_expired', 'payment_in_progress'] as const;
/** With a JSON body. */
export const BODY = ['invalid_request', 'body_too_large', 'unsupported_media_type'] as const;
/** With a merchant key. */
export const MERCHANT = ['merchant_key_invalid', 'key_attempts_exhausted', 'merchant_api_off'] as const;
/** With a merchant key that needs a scope. */
export const OPERATE = [...MERCHANT, 'scope_insufficient'] as const;
