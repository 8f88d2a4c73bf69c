import * as z from 'zod/mini';
import { paymentSchema } from '../checkout/payment.ts';

/**
 * Why a payment needs a person. `unresolved`: its outcome is not known; `mismatched`: the operator's record differs;
 * `overpaid`: its order was paid before; `unfollowed`: still pending, and nobody looks any more; `unverified`: completed,
 * but the operator's record could never be compared.
 */
export const ATTENTION_REASONS = ['unresolved', 'mismatched', 'overpaid', 'unfollowed', 'unverified'] as const;

/** One of {@link ATTENTION_REASONS}. */
export type AttentionReason = (typeof ATTENTION_REASONS)[number];

/** What a merchant can record about a payment; `handled`: dealt with outside, as by a refund. */
export const DECISIONS = ['received', 'not_received', 'handled'] as const;

/** One of {@link DECISIONS}. */
export type DecisionKind = (typeof DECISIONS)[number];

/** A payment as the merchant sees it: what a browser sees, and more. */
export const merchantPaymentSchema = z.extend(paymentSchema, {
  /** 1, 2, 3 … within the order. */
  attempt: z.number(),
  description: z.nullable(z.string()),
  /** When the request left for the operator; null if it never did. */
  sentAt: z.nullable(z.string()),
  /** When it became completed or failed. */
  finalAt: z.nullable(z.string()),
  /** Whether the operator's record was compared; null before. */
  verified: z.nullable(z.boolean()),
  /** The fields in which the operator's record differs. */
  mismatch: z.nullable(z.array(z.string())),
  decision: z.nullable(z.object({ decision: z.enum(DECISIONS), reason: z.string() })),
  /** Whether the companion still looks at it by itself. */
  followed: z.boolean(),
  /** Why it needs a person; empty if it does not. */
  attention: z.array(z.enum(ATTENTION_REASONS)),
});

/** A payment as the merchant sees it. */
export type MerchantPayment = z.infer<typeof merchantPaymentSchema>;
