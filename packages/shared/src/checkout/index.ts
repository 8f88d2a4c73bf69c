export {
  type Checkout,
  checkoutSchema,
  type InitiateBody,
  initiateBodySchema,
  type ReferenceBody,
  referenceBodySchema,
  transactionReferenceSchema,
} from './checkout.ts';
export { type OrderClaims, orderClaimsSchema } from './orderToken.ts';
export {
  type LinkId,
  linkIdSchema,
  type OrderReference,
  type Payment,
  type PaymentId,
  paymentIdSchema,
  paymentSchema,
  paymentStatusSchema,
} from './payment.ts';
export { isFinal, PAYMENT_STATUSES, type PaymentStatus } from './paymentStatus.ts';
