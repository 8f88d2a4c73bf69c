export {
  dayOf,
  daySchema,
  daysBetween,
  endOfDay,
  fromSchema,
  startOfDay,
  TIME_ZONE,
  timestampSchema,
  toSchema,
  writeLocalTime,
} from './day.ts';
export { type ChangedPayments, changedPaymentsSchema } from './events.ts';
export {
  COMMAND_LINE,
  type CreatedKey,
  createdKeySchema,
  createKeyBodySchema,
  includesScope,
  type Key,
  keyNameSchema,
  keyPageSchema,
  keyQuerySchema,
  keySchema,
  OWNER,
  SCOPES,
  type Scope,
  sessionBodySchema,
} from './keys.ts';
export {
  type CreateLinkBody,
  createLinkSchema,
  idempotencyKeySchema,
  LINK_ORDER_PREFIX,
  LINK_STATUSES,
  type Link,
  type LinkPage,
  type LinkStatus,
  type LinkToCreate,
  linkPageSchema,
  linkQuerySchema,
  linkSchema,
  MAX_REUSABLE_ORDER,
} from './links.ts';
export { type Merchant, merchantSchema } from './merchant.ts';
export {
  type MerchantPayment,
  merchantPaymentSchema,
  RESOLUTIONS,
  REVIEW_REASONS,
  type ResolutionKind,
  type ReviewReason,
} from './merchantPayment.ts';
export {
  type OperatorView,
  type PaymentDetail,
  type PaymentEvent,
  type PaymentPage,
  paymentDetailQuerySchema,
  paymentDetailSchema,
  paymentExportSchema,
  paymentExportSearchSchema,
  paymentPageSchema,
  paymentQuerySchema,
  paymentSearchSchema,
  type ResolveBody,
  resolveBodySchema,
} from './payments.ts';
export { type ReferenceMismatch, referenceMismatchSchema } from './referenceMismatch.ts';
export {
  type Refund,
  type RefundBody,
  type RefundId,
  type RefundStatus,
  refundBodySchema,
  refundIdSchema,
  refundPageSchema,
  refundQuerySchema,
  refundSchema,
  voidRefundBodySchema,
} from './refunds.ts';
export { MAX_TOTALS_DAYS, type Totals, totalsQuerySchema, totalsSchema } from './totals.ts';
export { type Transaction, transactionSchema } from './transaction.ts';
export { SAMPLE_ID_PREFIX, WEBHOOK_TYPES, type Webhook, type WebhookType, webhookSchema } from './webhook.ts';
export {
  DELIVERY_STATUSES,
  type Delivery,
  type DeliveryDetail,
  type DeliveryStatus,
  deliveryDetailSchema,
  deliverySchema,
  sampleBodySchema,
  type WebhookPage,
  webhookPageSchema,
  webhookQuerySchema,
} from './webhooks.ts';
