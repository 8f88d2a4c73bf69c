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
  /** The payment link on whose page it began; null if it began in a widget. */
  readonly linkId: string | null;
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
  /** `reason`: what the operator says about it; `errorDateTime`: as the operator wrote it. */
  readonly failure: {
    readonly code: string;
    readonly message: string;
    readonly reason: string | null;
    readonly errorDateTime: string | null;
  } | null;
  readonly description: string | null;
  /** When the initiation was sent to the operator; null if it never was. */
  readonly sentAt: string | null;
  /** When it became completed or failed. */
  readonly finalAt: string | null;
  /** Whether it was compared with the operator's transaction details; null before it completes. */
  readonly verified: boolean | null;
  /** The fields in which the operator's transaction details differ; null if none does. */
  readonly differences: readonly string[] | null;
  /** `by`: the name of the key that recorded it. */
  readonly resolution: { readonly resolution: Resolution; readonly reason: string; readonly by: string | null } | null;
  /** The sum of its recorded refunds, in Ariary, as digits. */
  readonly amountRefunded: string;
  /** Whether the companion still checks it by itself. */
  readonly polling: boolean;
  /** Why it needs review, such as `unresolved`; empty if it does not. Later versions can add reasons. */
  readonly reviewReasons: readonly string[];
}

/** A payment as the merchant sees it. */
export interface MerchantPayment extends WebhookPayment {
  /** Whether a new payment of this order may start now. */
  readonly retryable: boolean;
  /** From when `retryable` can be true; null if no passing of time makes it so. The moment can move back. */
  readonly retryableAt: string | null;
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
  /** The key of the request. */
  readonly key: { readonly name: string; readonly scope: Scope };
  readonly webhooksEnabled: boolean;
  /** How many payments need review, for each reason. */
  readonly reviewCounts: Readonly<Record<string, number>>;
  /** How many webhooks have failed. */
  readonly failedWebhooks: number;
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
  readonly refunds: readonly Refund[];
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

/** The delivery of a webhook, with its body. */
export interface DeliveryDetail extends Delivery {
  readonly body: { readonly type: string; readonly timestamp: string; readonly data: WebhookPayment };
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
  /** The refunds made on the day, in Ariary, as digits. */
  readonly refunded: string;
  /** `amount` minus `refunded`; can be below 0. */
  readonly net: string;
  /** The operator's known fees, in Ariary with at most two decimals. */
  readonly fees: string;
  /** How many completed payments have no known fees. */
  readonly unknownFees: number;
  readonly failed: number;
}

/** The filters of a list of payments. */
export interface PaymentFilters {
  readonly status?: PaymentStatus;
  /** The order reference, exactly. */
  readonly order?: string;
  /** Only payments that began on the page of this payment link. */
  readonly link?: string;
  /** A part of an order reference in upper or lower case; a payment's id or the operator's transaction reference, exactly. */
  readonly q?: string;
  readonly needsReview?: true;
  /** A day in Madagascar (`2026-05-01`), or a timestamp with its zone. Included. */
  readonly from?: string;
  /** A day, which is included, or a timestamp, which is not. */
  readonly to?: string;
  /** The time that `from`, `to` and the order use; default `created`. */
  readonly by?: 'created' | 'final';
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
  readonly voidedAt: string | null;
  readonly voidedBy: string | null;
  readonly voidReason: string | null;
}

/** A payment link to create. */
export interface LinkBody {
  /** Whole Ariary, as digits, at least 100. */
  readonly amount: string;
  readonly description?: string;
  /** Your own order reference, not beginning with `LNK-`. Without it, one is generated. */
  readonly order?: string;
  /** From when no new payment can begin, with its zone. */
  readonly expiresAt?: string;
  readonly returnUrl?: string;
  /** Each payer gets an order of their own. Default: false. */
  readonly reusable?: boolean;
}

/** A payment link. `expired`, `cancelled`: no new payment can begin; a payment that completes later still makes it `paid`. */
export interface Link {
  readonly id: string;
  /** The address to send to the payer. */
  readonly url: string;
  /** For a reusable link, what the order references of its payments begin with. */
  readonly order: string;
  readonly amount: string;
  readonly currency: 'MGA';
  readonly description: string | null;
  readonly reusable: boolean;
  readonly status: 'active' | 'paid' | 'expired' | 'cancelled';
  readonly createdAt: string;
  readonly createdBy: string;
  readonly expiresAt: string | null;
  readonly cancelledAt: string | null;
  readonly cancelledBy: string | null;
}

/** The operator's details of a transaction, with the numbers masked. */
export interface Transaction {
  readonly transactionReference: string;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly transactionStatus: string | null;
  readonly debitParty: string | null;
  readonly creditParty: string | null;
  readonly createdAt: string | null;
  readonly fees: string | null;
  readonly failureReason: string | null;
  /** The payment that it belongs to; null if it belongs to none. */
  readonly paymentId: string | null;
}

/** The go-live checklist. */
export interface Setup {
  /** When the companion last asked the operator and its own public address. */
  readonly checkedAt: string;
  readonly checks: readonly {
    readonly name: string;
    readonly result: 'ok' | 'warning' | 'failed';
    /** What was found. */
    readonly reason: string;
    /** The numbers in `detail`. */
    readonly values: Readonly<Record<string, number>>;
    /** What was found, and the one thing to do. */
    readonly detail: string;
  }[];
}

/** What a key may do, from least to most. */
export type Scope = 'read' | 'operate' | 'admin';

/** A key to create. */
export interface KeyBody {
  /** The person or program that has it. */
  readonly name: string;
  readonly scope: Scope;
  readonly expiresAt?: string | null;
}

/** A key as lists show it. */
export interface Key {
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
  /** The beginning of the key. */
  readonly hint: string;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly revokedBy: string | null;
}

/** A new key. `secret` is shown only once. */
export interface CreatedKey {
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
  readonly expiresAt: string | null;
  readonly secret: string;
}

/** The results of a comparison with the operator's statement. */
export type StatementResult = 'matched' | 'onlyHere' | 'onlyAtOperator' | 'different' | 'refund' | 'ignored';

/** Which column of a statement has what, by its name in the header. */
export interface StatementColumns {
  readonly date: string;
  readonly transactionReference: string;
  readonly amount: string;
  readonly fee?: string | undefined;
  readonly payer?: string | undefined;
}

/** How to read a statement. */
export interface StatementOptions {
  /** Without them, those of the newest statement, else those whose names tell what they have. */
  readonly columns?: StatementColumns;
  /** `DD/MM/YYYY HH:mm`. */
  readonly dateFormat?: string;
  readonly decimal?: ',' | '.';
  /** The period in which payments are expected in the file: a day in Madagascar, or a timestamp with its zone. */
  readonly from?: string;
  readonly to?: string;
}

/** An imported statement, with the number of rows of each result. */
export interface Statement extends Readonly<Record<StatementResult, number>> {
  readonly id: string;
  readonly rows: number;
  readonly from: string;
  /** Not included. */
  readonly to: string;
  readonly columns: StatementColumns;
  readonly dateFormat: string | null;
  readonly decimal: ',' | '.' | null;
  readonly createdAt: string;
  readonly createdBy: string;
}

/** A row of a statement with its result. */
export interface StatementRow {
  readonly result: StatementResult;
  /** The row of the file; null with `onlyHere`. */
  readonly row: {
    readonly line: number;
    readonly date: string | null;
    readonly transactionReference: string | null;
    /** Ariary with at most two decimals; negative for money that was sent. */
    readonly amount: string | null;
    readonly fee: string | null;
    /** Masked. */
    readonly payer: string | null;
  } | null;
  readonly paymentId: string | null;
  readonly refundId: string | null;
  /** `amount`, `fee`, `payer`, `status`, `duplicate`. */
  readonly differences: readonly string[];
  /** The payment as it is now. */
  readonly payment: {
    readonly order: string;
    readonly status: PaymentStatus;
    readonly amount: string;
    readonly fees: string | null;
    readonly payer: string;
    readonly transactionReference: string | null;
    readonly finalAt: string | null;
  } | null;
}

/** The beginning of a statement, before it is imported. */
export interface PreviewedStatement {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly mapping: Pick<Statement, 'columns' | 'dateFormat' | 'decimal'> | null;
}
