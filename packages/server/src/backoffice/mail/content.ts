import type { OrderReference } from '@tsena/shared/checkout';
import type { ReviewReason, Totals } from '@tsena/shared/merchant';

/** A payment as an e-mail shows it. */
export interface MailedPayment {
  readonly order: OrderReference;
  /** Whole Ariary. */
  readonly amount: number;
  /** The masked number. */
  readonly payer: string;
}

/** What an e-mail reports. Times are ms since 1970. */
export type MailContent =
  | {
      readonly kind: 'link_paid';
      readonly payment: MailedPayment;
      /** What the merchant wrote into the link. */
      readonly description: string | null;
      readonly transactionReference: string | null;
      readonly paidAt: number;
    }
  | {
      readonly kind: 'review_required';
      /** Payments that need review since the last e-mail; `listed` has the newest of them. */
      readonly count: number;
      readonly listed: readonly (MailedPayment & { readonly reasons: readonly ReviewReason[] })[];
      /** All payments that need review now. */
      readonly total: number;
    }
  | {
      readonly kind: 'daily_summary';
      /** `YYYY-MM-DD` */
      readonly day: string;
      readonly totals: Totals['total'];
      /** All payments that need review now. */
      readonly needingReview: number;
    }
  | { readonly kind: 'test' };
