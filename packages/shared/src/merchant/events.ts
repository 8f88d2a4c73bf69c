import * as z from 'zod/mini';
import { paymentIdSchema } from '../checkout/payment.ts';

/** The data of `event: payments` in `GET /v1/merchant/events`. */
export const changedPaymentsSchema = z.object({
  /** The payments that changed; null if others may have changed too, so that everything must be read again. */
  paymentIds: z.nullable(z.array(paymentIdSchema)),
});

/** The data of `event: payments` in `GET /v1/merchant/events`. */
export type ChangedPayments = z.infer<typeof changedPaymentsSchema>;
