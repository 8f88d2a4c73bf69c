export {
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditEntry,
  auditChangeSchema,
  auditEntrySchema,
  auditExportSchema,
  auditPageSchema,
  auditQuerySchema,
} from './audit.ts';
export { booksQuerySchema, daysOfMonth, monthOf, monthSchema } from './books.ts';
export {
  COUNTER_ORDER_PREFIX,
  type Counter,
  type CounterPaymentBody,
  type CounterPaymentToStart,
  counterPaymentBodySchema,
  counterSchema,
} from './counter.ts';
export { FIRST_DATA_ID, LANGUAGE_COOKIE } from './dashboardPage.ts';
export { dayOf, daysBetween, endOfDay, startOfDay, TIME_ZONE, writeLocalTime } from './day.ts';
export { type ChangedPayments, changedPaymentsSchema } from './events.ts';
export { type FirstData, firstDataSchema } from './firstData.ts';
export {
  type CreatedKey,
  createdKeySchema,
  createKeyBodySchema,
  type Key,
  keyNameSchema,
  keyPageSchema,
  keyQuerySchema,
  keySchema,
  sessionBodySchema,
} from './keys.ts';
export {
  type CreateLinkBody,
  createLinkSchema,
  createLinkTexts,
  idempotencyKeySchema,
  LINK_ORDER_PREFIX,
  LINK_STATUSES,
  type Link,
  type LinkPage,
  type LinkStatus,
  type LinkToCreate,
  linkLabels,
  linkPageSchema,
  linkQuerySchema,
  linkSchema,
  linkTexts,
  MAX_REUSABLE_ORDER,
} from './links.ts';
export { type Merchant, merchantSchema } from './merchant.ts';
export {
  type MerchantPayment,
  merchantPaymentSchema,
  RESOLUTIONS,
  type ResolutionKind,
} from './merchantPayment.ts';
export { daySchema, fromSchema, timestampSchema, toSchema } from './moments.ts';
export { erasedPayerSchema, erasePayerBodySchema } from './payers.ts';
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
export { REVIEW_REASON_TEXTS, REVIEW_REASONS, type ReviewReason } from './reviewReasons.ts';
export { COMMAND_LINE, includesScope, type LadderScope, OWNER, SCOPES, type Scope } from './scopes.ts';
export { describeSettingFault, type SettingFault } from './settingFaults.ts';
export {
  changedSettingsSchema,
  MERCHANT_SETTING_NAMES,
  type MerchantSettingName,
  type MerchantSettings,
  merchantSettingsSchema,
  type SettingsBody,
  settingsBodySchema,
  TRIABLE_SETTINGS,
  tryBodySchema,
  webhookSecretSchema,
} from './settings.ts';
export {
  SETUP_CHECKS,
  type Setup,
  type SetupCheck,
  type SetupCheckName,
  type SetupReason,
  type SetupResult,
  setupSchema,
} from './setup.ts';
export { describeSetup } from './setupTexts/describeSetup.ts';
export {
  MAX_STATEMENT_BYTES,
  MAX_STATEMENT_ROWS,
  type PreviewedStatement,
  previewedStatementSchema,
  STATEMENT_COLUMNS,
  STATEMENT_DIFFERENCES,
  STATEMENT_RESULTS,
  type Statement,
  type StatementColumns,
  type StatementCounts,
  type StatementDifference,
  type StatementId,
  type StatementMapping,
  type StatementPage,
  type StatementResult,
  type StatementRow,
  type StatementRowPage,
  statementFieldsSchema,
  statementIdSchema,
  statementMappingSchema,
  statementPageSchema,
  statementQuerySchema,
  statementRowExportSchema,
  statementRowPageSchema,
  statementRowQuerySchema,
  statementRowSchema,
  statementSchema,
} from './statements.ts';
export { MAX_TOTALS_DAYS, type Totals, totalsQuerySchema, totalsSchema } from './totals.ts';
export { type Transaction, transactionSchema } from './transaction.ts';
export { SAMPLE_ID_PREFIX, WEBHOOK_TYPES, type Webhook, type WebhookType, webhookPaymentSchema, webhookSchema } from './webhook.ts';
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
