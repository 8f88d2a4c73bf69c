export { type Attention, attentionSchema } from './attention.ts';
export { dayOf, daySchema, daysBetween, endOfDay, fromSchema, startOfDay, TIME_ZONE, toSchema, writeLocalTime } from './day.ts';
export { type Merchant, merchantSchema } from './merchant.ts';
export {
  ATTENTION_REASONS,
  type AttentionReason,
  DECISIONS,
  type DecisionKind,
  type MerchantPayment,
  merchantPaymentSchema,
} from './merchantPayment.ts';
export {
  type OperatorRecord,
  type PaymentEvent,
  type PaymentPage,
  type PaymentRecord,
  paymentExportSchema,
  paymentPageSchema,
  paymentQuerySchema,
  paymentRecordQuerySchema,
  paymentRecordSchema,
  paymentSearchSchema,
  type ResolveBody,
  resolveBodySchema,
} from './payments.ts';
export { MAX_TOTALS_DAYS, type Totals, totalsQuerySchema, totalsSchema } from './totals.ts';
export {
  type SentWebhook,
  sentWebhookSchema,
  WEBHOOK_STATES,
  type WebhookState,
  webhookPageSchema,
  webhookQuerySchema,
} from './webhooks.ts';
