/** A list, newest first. Pass `nextCursor` as `cursor` for the next page; it is null on the last one. */
export interface Page<Row> {
  readonly data: readonly Row[];
  readonly nextCursor: string | null;
}

/** The status of a payment. `unresolved`: the operator's answer was lost, and the payer may have been debited. */
export type PaymentStatus = 'created' | 'sending' | 'pending' | 'unresolved' | 'completed' | 'failed';

/** Where a companion takes its payments. */
export type Environment = 'sandbox' | 'production';

/** The resolutions that a merchant can record for a payment that needs review. */
export type Resolution = 'received' | 'not_received' | 'closed';

/** A payment in a webhook. */
export interface WebhookPayment {
  readonly id: string;
  readonly environment: Environment;
  readonly order: string;
  /** 1, 2, 3 … within the order. */
  readonly attemptNumber: number;
  readonly status: PaymentStatus;
  /** Whole Ariary, as digits. */
  readonly amount: string;
  readonly currency: 'MGA';
  /** The payer's number, masked. */
  readonly payer: string;
  readonly partnerName: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The operator's transaction id, once there is one. */
  readonly transactionReference: string | null;
  /** The operator's fees in Ariary, with at most two decimals; null while unknown. */
  readonly fees: string | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly description: string | null;
  /** When it became completed or failed. */
  readonly finalAt: string | null;
  /** Whether it was compared with the operator's transaction details; null before it completes. */
  readonly verified: boolean | null;
  /** The fields in which the operator's transaction details differ; null if none does. */
  readonly differences: readonly string[] | null;
  readonly resolution: { readonly resolution: Resolution; readonly reason: string } | null;
  /** Whether the companion still checks it by itself. */
  readonly polling: boolean;
  /** Why it needs review, such as `unresolved`; empty if it does not. Later versions can add reasons. */
  readonly reviewReasons: readonly string[];
}

/** A payment as the merchant sees it. */
export interface MerchantPayment extends WebhookPayment {
  /** Whether a new payment of this order may start now. */
  readonly retryable: boolean;
  /** The time to wait before the next request, ms; null once final. */
  readonly nextPollMs: number | null;
  readonly serverTime: string;
}

/** The answer of `GET /v1/merchant`. */
export interface Merchant {
  readonly partnerName: string;
  /** The receiving number, masked. */
  readonly partnerMsisdn: string;
  readonly environment: Environment;
  readonly webhooksEnabled: boolean;
  /** How many payments need review, for each reason. */
  readonly reviewCounts: Readonly<Record<string, number>>;
}

/** A payment with its history. */
export interface PaymentDetail {
  readonly payment: MerchantPayment;
  /** All payments of its order, oldest first. */
  readonly attempts: readonly MerchantPayment[];
  readonly history: readonly {
    readonly version: number;
    readonly at: string;
    readonly kind: string;
    readonly data: Readonly<Record<string, string | number | boolean | null>>;
  }[];
  readonly callbacks: readonly {
    readonly status: string;
    readonly serverCorrelationId: string;
    readonly receivedAt: string;
    readonly count: number;
    readonly rejected: boolean;
  }[];
  readonly webhooks: readonly Delivery[];
  /** The operator's view, if it was asked for. */
  readonly operator: Readonly<Record<string, unknown>> | null;
}

/** The delivery of a webhook. `failed`: no further delivery attempts follow. */
export interface Delivery {
  /** The webhook-id. */
  readonly id: string;
  readonly type: string;
  readonly paymentId: string;
  readonly order: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly deliveryAttempts: number;
  readonly nextAttemptAt: string | null;
  readonly deliveredAt: string | null;
  readonly lastError: string | null;
}

/** Totals, by the day in Madagascar on which payments became final. */
export interface Totals {
  readonly from: string;
  readonly to: string;
  readonly days: readonly ({ readonly day: string } & DayTotals)[];
  readonly total: DayTotals;
}

/** The totals of one day, or of all days. */
export interface DayTotals {
  readonly completed: number;
  /** Ariary, as digits. */
  readonly amount: string;
  /** The operator's known fees, in Ariary with at most two decimals. */
  readonly fees: string;
}

/** The filters of a list of payments. */
export interface PaymentFilters {
  readonly status?: PaymentStatus;
  /** The order reference, exactly. */
  readonly order?: string;
  /** An order reference, a payment's id or the operator's transaction reference, exactly. */
  readonly q?: string;
  readonly needsReview?: true;
  /** A day in Madagascar (`2026-05-01`), or a timestamp with its zone. Included. */
  readonly from?: string;
  /** A day, which is included, or a timestamp, which is not. */
  readonly to?: string;
}

/** Which page of a list, and how long. */
export interface Paging {
  readonly cursor?: string;
  /** 1 to 200; default 50. */
  readonly limit?: number;
}

/** The body of `POST …/resolve`: the operator's reference, or your decision with its reason. */
export type ResolveBody = { readonly transactionReference: string } | { readonly resolution: Resolution; readonly reason: string };

/** A refund to record. The money itself is sent by hand: the operator's interface has no refunds. */
export interface RefundBody {
  /** Whole Ariary, as digits. */
  readonly amount: string;
  readonly reason: string;
  readonly transactionReference?: string;
  readonly refundedAt?: string;
}

/** The record of a refund that was made outside. */
export interface Refund {
  readonly id: string;
  readonly paymentId: string;
  readonly amount: string;
  readonly currency: 'MGA';
  readonly reason: string;
  readonly transactionReference: string | null;
  readonly refundedAt: string;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly status: 'recorded' | 'voided';
}
