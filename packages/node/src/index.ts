export type * from './apiTypes.ts';
export { type CheckoutOptions, type Environment, readCheckout } from './checkout.ts';
export {
  type CsvOptions,
  createMerchantClient,
  type DeliveryFilters,
  type Idempotency,
  type LinkFilters,
  type MerchantClient,
  type MerchantClientOptions,
  type Page,
  type Paging,
  type PaymentFilters,
  type RowFilters,
  type StatementFile,
  type StatementOptions,
} from './client.ts';
export { TsenaError } from './error.ts';
export { type Order, type SignOptions, signOrderToken } from './orderToken.ts';
export { checkOrderTokenSecret, checkWebhookSecret, type Secrets } from './secrets.ts';
export {
  isPaymentEvent,
  type PaymentEvent,
  type RefundEvent,
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
} from './webhook.ts';
