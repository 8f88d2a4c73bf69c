export { type Checkout, type CheckoutOptions, type CheckoutPayment, readCheckout } from './checkout.ts';
export {
  createMerchantClient,
  type DeliveryFilters,
  type Idempotency,
  type LinkFilters,
  type MerchantClient,
  type MerchantClientOptions,
} from './client.ts';
export { type FieldError, TsenaError } from './error.ts';
export type {
  CreatedKey,
  DayTotals,
  Delivery,
  DeliveryDetail,
  Environment,
  Key,
  KeyBody,
  Link,
  LinkBody,
  Merchant,
  MerchantPayment,
  Page,
  Paging,
  PaymentDetail,
  PaymentFilters,
  PaymentStatus,
  PreviewedStatement,
  Refund,
  RefundBody,
  Resolution,
  ResolveBody,
  Scope,
  Setup,
  Statement,
  StatementColumns,
  StatementOptions,
  StatementResult,
  StatementRow,
  Totals,
  Transaction,
  WebhookPayment,
} from './merchantTypes.ts';
export { type Order, type SignOptions, signOrderToken } from './orderToken.ts';
export { checkOrderTokenSecret, checkWebhookSecret, type Secrets } from './secrets.ts';
export { isPaymentEvent, type PaymentEvent, type VerifyOptions, verifyWebhook, type WebhookEvent, type WebhookHeaders } from './webhook.ts';
