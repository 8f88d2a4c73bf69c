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
  type OrderReference,
  type Payment,
  type PaymentId,
  paymentIdSchema,
  paymentSchema,
  paymentStatusSchema,
} from './payment.ts';
export { isFinal, PAYMENT_STATUSES, type PaymentStatus } from './paymentStatus.ts';
export { WEBHOOK_TYPES, type Webhook, type WebhookType, webhookSchema } from './webhook.ts';
