export {
  type Checkout,
  type ClaimBody,
  checkoutSchema,
  claimBodySchema,
  type InitiateBody,
  initiateBodySchema,
  transactionReferenceSchema,
} from './checkout.ts';
export { type OrderClaims, orderClaimsSchema } from './orderToken.ts';
export {
  isFinal,
  type OrderReference,
  PAYMENT_STATUSES,
  type Payment,
  type PaymentId,
  type PaymentStatus,
  paymentIdSchema,
  paymentSchema,
  paymentStatusSchema,
} from './payment.ts';
export { WEBHOOK_TYPES, type Webhook, type WebhookType, webhookSchema } from './webhook.ts';
