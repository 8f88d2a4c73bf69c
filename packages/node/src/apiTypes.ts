// Written from docs/openapi.json by `pnpm --filter @tsena/server manual`.

/** Who did what, when. */
export interface AuditEntry {
  /** The id of the entry. */
  readonly id: string;
  /** When. */
  readonly at: string;
  /** The name of the key; `command line` for a command on the server. */
  readonly by: string;
  /** What was done. */
  readonly action:
    | 'signed_in'
    | 'signed_out'
    | 'key_created'
    | 'key_revoked'
    | 'settings_changed'
    | 'webhook_secret_made'
    | 'link_created'
    | 'link_cancelled'
    | 'counter_payment'
    | 'payment_resolved'
    | 'refund_recorded'
    | 'refund_voided'
    | 'exported'
    | 'payer_erased';
  /** The id of the payment, link, refund or key; null if there is none. */
  readonly subject: string | null;
  /** The client’s network, without its last part; null for a command. */
  readonly address: string | null;
  /** What was before, and what is after, by name. It contains no secret and no phone number. */
  readonly changes: Readonly<Record<string, AuditChange>>;
}

/** How a value changed. */
export interface AuditChange {
  /** The value before; null if there was none. */
  readonly before: string | null;
  /** The value after; null if there is none. */
  readonly after: string | null;
}

/** The settings after a change. */
export interface ChangedSettings extends MerchantSettings {
  /** The secret that was made for the first webhook address. It is shown only in this answer. Null: none was made. */
  readonly webhookSecret: string | null;
}

/** The settings of the merchant. Null: not set. */
export interface MerchantSettings {
  /** The merchant’s name, in the prompt and on payment pages. */
  readonly partnerName: string | null;
  /** Where browsers and the operator reach the companion. */
  readonly publicUrl: string | null;
  /** Another address for the operator’s callbacks; null: `publicUrl`. */
  readonly callbackBaseUrl: string | null;
  /** The shop’s endpoint for webhooks. */
  readonly webhookUrl: string | null;
  /** The operator’s name as shoppers know it. */
  readonly operatorName: string | null;
  /** How shoppers reach the merchant, on payment pages. */
  readonly contact: string | null;
  /** Who receives the e-mails. */
  readonly notifyEmail: string | null;
  /** The language of the e-mails: `mg`, `fr` or `en`. */
  readonly notifyLanguage: string | null;
  /** The language of the prompt where the shopper’s is neither: `MG` or `FR`. */
  readonly userLanguage: string | null;
  /** The colour of buttons on payment pages. */
  readonly brandColor: string | null;
  /** The logo on payment pages. */
  readonly brandLogoUrl: string | null;
  /** The NIF on receipts. */
  readonly nif: string | null;
  /** The STAT on receipts. */
  readonly stat: string | null;
  /** What each was before its newest change, so that it can be taken back. */
  readonly previous: Readonly<
    Record<
      | 'partnerName'
      | 'publicUrl'
      | 'callbackBaseUrl'
      | 'webhookUrl'
      | 'operatorName'
      | 'contact'
      | 'notifyEmail'
      | 'notifyLanguage'
      | 'userLanguage'
      | 'brandColor'
      | 'brandLogoUrl'
      | 'nif'
      | 'stat',
      string | null
    >
  >;
  /** What the server’s environment sets, and nobody can change here. */
  readonly fixed: readonly (
    | 'partnerName'
    | 'publicUrl'
    | 'callbackBaseUrl'
    | 'webhookUrl'
    | 'operatorName'
    | 'contact'
    | 'notifyEmail'
    | 'notifyLanguage'
    | 'userLanguage'
    | 'brandColor'
    | 'brandLogoUrl'
    | 'nif'
    | 'stat'
  )[];
  /** What must be set before the companion takes payments. */
  readonly missing: readonly ('partnerName' | 'publicUrl')[];
  /** How many secrets sign webhooks; two after one was replaced. */
  readonly webhookSecrets: number;
  /** Whether the server can send e-mails (SMTP_URL). */
  readonly canMail: boolean;
}

/** What was erased. */
export interface ErasedPayer {
  /** How many payments have lost the number. */
  readonly payments: number;
  /** How many keep it, because they can still change. Repeat the request when they have ended. */
  readonly open: number;
}

/** Whose number is erased. */
export interface ErasePayerBody {
  /** The payer’s number, in any spelling. */
  readonly msisdn: string;
}

/** What to change. Null removes a value. */
export interface SettingsBody {
  /** The merchant’s name, in the prompt and on payment pages. */
  readonly partnerName?: string | null;
  /** Where browsers and the operator reach the companion. */
  readonly publicUrl?: string | null;
  /** Another address for the operator’s callbacks; null: `publicUrl`. */
  readonly callbackBaseUrl?: string | null;
  /** The shop’s endpoint for webhooks. */
  readonly webhookUrl?: string | null;
  /** The operator’s name as shoppers know it. */
  readonly operatorName?: string | null;
  /** How shoppers reach the merchant, on payment pages. */
  readonly contact?: string | null;
  /** Who receives the e-mails. */
  readonly notifyEmail?: string | null;
  /** The language of the e-mails: `mg`, `fr` or `en`. */
  readonly notifyLanguage?: string | null;
  /** The language of the prompt where the shopper’s is neither: `MG` or `FR`. */
  readonly userLanguage?: string | null;
  /** The colour of buttons on payment pages. */
  readonly brandColor?: string | null;
  /** The logo on payment pages. */
  readonly brandLogoUrl?: string | null;
  /** The NIF on receipts. */
  readonly nif?: string | null;
  /** The STAT on receipts. */
  readonly stat?: string | null;
}

/** An order as the widget shows it. */
export interface CheckoutState {
  /** The order reference. */
  readonly order: string;
  /** Whole Ariary, as digits. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: 'MGA';
  /** The description from the order token. */
  readonly description: string | null;
  /** The merchant’s name. */
  readonly partnerName: string;
  /** The operator’s name as shoppers know it; null if the merchant has not set it. */
  readonly operatorName: string | null;
  /** Whether real money moves. */
  readonly environment: 'sandbox' | 'production';
  /** The shop’s page after the payment. */
  readonly returnUrl: string | null;
  /** The order’s current payment; null before the first one. */
  readonly payment: Payment | null;
}

/** One attempt to collect an order’s amount from one payer. */
export interface Payment {
  /** Unguessable: anyone with the id may read the payment. */
  readonly id: string;
  /** Whether real money moves. */
  readonly environment: 'sandbox' | 'production';
  /** The order reference from the order token. */
  readonly order: string;
  /** 1, 2, 3 … within the order. */
  readonly attemptNumber: number;
  /** The payment link on whose page it began; null if it began in a widget. */
  readonly linkId: string | null;
  /** `created`, `sending`: before the operator’s answer. `pending`: the payer has a prompt. `unresolved`: the operator’s answer was lost; the payer may have been debited. `completed`, `failed`: final, from the operator’s own answer. */
  readonly status: 'created' | 'sending' | 'pending' | 'unresolved' | 'completed' | 'failed';
  /** Whole Ariary, as digits. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: 'MGA';
  /** The payer’s number, masked: 034 •• ••0 03. */
  readonly payer: string;
  /** The merchant’s name. */
  readonly partnerName: string;
  /** When the payment was created. */
  readonly createdAt: string;
  /** When it last changed. */
  readonly updatedAt: string;
  /** The operator’s transaction reference, once there is one. */
  readonly transactionReference: string | null;
  /** The operator’s fees in Ariary, with at most two decimals; null while unknown. */
  readonly fees: string | null;
  /** The receipt’s number, `2026-000001`, without gaps within each year; null until the payment is completed and verified. */
  readonly receiptNumber: string | null;
  /** Why it failed, or `details_mismatch` or `reference_missing` if it needs review. */
  readonly failure: {
    /** A stable code; docs/errors.md lists them. */
    readonly code: string;
    /** A sentence for a person, in the requested language. */
    readonly message: string;
  } | null;
  /** Whether a new payment of this order may start now. False for a payment that is not the order’s current one. */
  readonly retryable: boolean;
  /** From when `retryable` can be true; null if no passing of time makes it so. The moment can move back. */
  readonly retryableAt: string | null;
  /** When to ask again, in ms; null once final. */
  readonly nextPollMs: number | null;
  /** The companion’s clock. */
  readonly serverTime: string;
}

/** The key to create. */
export interface CreateKeyBody {
  /** The person or program that has it. The history of payments records it. */
  readonly name: string;
  /** `read`: look. `operate`: also change payments and ask the operator. `admin`: also manage keys. `counter`: take payments at the counter, and nothing else. */
  readonly scope: 'counter' | 'read' | 'operate' | 'admin';
  /** When it expires; null if never. */
  readonly expiresAt?: string | null;
}

/** A payment to take at the counter. */
export interface CounterPaymentBody {
  /** Whole Ariary, as digits, at least 100. */
  readonly amount: string;
  /** The customer’s number, in any spelling. */
  readonly msisdn: string;
  /** What it is for, as the payer sees it. */
  readonly description?: string;
  /** Your own order reference of 1 to 50 characters, or the `CTR-…` of an earlier counter payment, to try again. Without it, one is generated. */
  readonly order?: string;
  /** The payer’s language; without it, that of `Accept-Language`. */
  readonly language?: 'mg' | 'fr' | 'en';
}

/** A payment link to create. */
export interface CreateLinkBody {
  /** Whole Ariary, as digits, at least 100. */
  readonly amount: string;
  /** What the link is for, as payers see it. */
  readonly description?: string;
  /** Your own order reference, not beginning with `LNK-` or `CTR-`; 1 to 50 characters, for a reusable link to 37. Without it, one is generated. */
  readonly order?: string;
  /** From when no new payment can begin, with its zone: 2026-03-09T18:00:00+03:00. Without it, the link never expires. */
  readonly expiresAt?: string;
  /** Where the page links to after the payment; https in production. */
  readonly returnUrl?: string;
  /** Each payer gets an order of their own, as for a price on a poster. */
  readonly reusable?: boolean;
}

/** A new key. */
export interface CreatedKey {
  /** Names the key in lists; it is not the key. */
  readonly id: string;
  /** The person or program that has it. The history of payments records it. */
  readonly name: string;
  /** `read`: look. `operate`: also change payments and ask the operator. `admin`: also manage keys. `counter`: take payments at the counter, and nothing else. */
  readonly scope: 'counter' | 'read' | 'operate' | 'admin';
  /** When it expires; null if never. */
  readonly expiresAt: string | null;
  /** The key. It is shown only in this answer. */
  readonly secret: string;
}

/** The delivery of a webhook, with its body. */
export interface DeliveryDetail extends Delivery {
  /** The webhook’s body. */
  readonly body: Webhook;
}

/** The delivery of a webhook. */
export interface Delivery {
  /** The `webhook-id`. */
  readonly id: string;
  /** The type of the event. */
  readonly type:
    | 'payment.completed'
    | 'payment.failed'
    | 'payment.unresolved'
    | 'payment.review_required'
    | 'payment.refunded'
    | 'payment.refund_voided'
    | 'order.overpaid'
    | 'tsena.ping';
  /** The payment. */
  readonly paymentId: string;
  /** The order. */
  readonly order: string;
  /** `failed`: no further delivery attempts follow. */
  readonly status: 'pending' | 'delivered' | 'failed';
  /** How often delivery was attempted. */
  readonly deliveryAttempts: number;
  /** When the event happened. */
  readonly createdAt: string;
  /** When the next attempt is due; null unless the delivery is pending. */
  readonly nextAttemptAt: string | null;
  /** When the shop accepted it. */
  readonly deliveredAt: string | null;
  /** The error of the last attempt that failed. */
  readonly lastError: string | null;
}

/** A webhook’s body. */
export interface Webhook {
  /** The event. Fulfil the order at `payment.completed`; refund one payment at `order.overpaid`; check the payment by hand at `payment.review_required` and `payment.unresolved`. Answer 2xx to types that you do not know. */
  readonly type:
    | 'payment.completed'
    | 'payment.failed'
    | 'payment.unresolved'
    | 'payment.review_required'
    | 'payment.refunded'
    | 'payment.refund_voided'
    | 'order.overpaid'
    | 'tsena.ping';
  /** When the event happened. */
  readonly timestamp: string;
  /** The payment as it stood at the event. */
  readonly data: WebhookPayment;
}

/** A payment as it stood at an event. */
export interface WebhookPayment extends Omit<MerchantPayment, 'retryable' | 'retryableAt' | 'nextPollMs' | 'serverTime'> {
  /** The refund, in `payment.refunded` and `payment.refund_voided`. */
  readonly refund?: Refund;
}

/** A payment as the merchant sees it. */
export interface MerchantPayment extends Omit<Payment, 'failure'> {
  /** Why it failed, or `details_mismatch` or `reference_missing` if it needs review. */
  readonly failure: {
    /** A stable code; docs/errors.md lists them. */
    readonly code: string;
    /** A sentence for a person, in the requested language. */
    readonly message: string;
    /** What the operator says about the failure, without phone numbers: its refusal of the initiation, or the result in its transaction details. Null if it gave no reason. */
    readonly reason: string | null;
    /** The operator’s ErrorDateTime of the refusal, as the operator wrote it, often without a zone. */
    readonly errorDateTime: string | null;
  } | null;
  /** The description from the order token. */
  readonly description: string | null;
  /** When the initiation was sent to the operator; null if it never was. */
  readonly sentAt: string | null;
  /** When the payment became completed or failed. */
  readonly finalAt: string | null;
  /** Whether the payment was compared with the operator’s transaction details; null before it completes. */
  readonly verified: boolean | null;
  /** The fields in which the operator’s transaction details differ. `objectReference`: the operator reports the payment as completed, but names no transaction. */
  readonly differences: readonly string[] | null;
  /** The merchant’s recorded resolution. */
  readonly resolution: {
    /** `received`, `not_received`: what the merchant knows about the money. `closed`: the merchant has acted on the payment. */
    readonly kind: 'received' | 'not_received' | 'closed';
    /** The reason that was given. */
    readonly reason: string;
    /** The name of the key that recorded it. */
    readonly by: string | null;
    /** When it was recorded. */
    readonly at: string;
  } | null;
  /** The sum of its recorded refunds, in Ariary. */
  readonly amountRefunded: string;
  /** Whether the companion still checks the payment by itself. */
  readonly polling: boolean;
  /** Why the payment needs review; empty if it does not. `unresolved`: The operator’s answer was lost, so the customer may have paid: do not let them pay a second time. `details_mismatch`: The operator’s transaction details differ from the payment. The order does not count as paid: do not deliver yet. `overpaid`: This order was paid more than once: the extra money has to go back. `polling_stopped`: The operator still reports this payment as pending, and the companion no longer checks it automatically. It does not count as paid. `unverified`: The operator reports this payment as completed, so it counts as paid. Its transaction details could not be read, so the amount is not verified. */
  readonly reviewReasons: readonly ('unresolved' | 'details_mismatch' | 'overpaid' | 'polling_stopped' | 'unverified')[];
}

/** The record of a refund that the merchant made outside. The operator’s interface has none. */
export interface Refund {
  /** The id of the record. */
  readonly id: string;
  /** The payment. */
  readonly paymentId: string;
  /** Whole Ariary, as digits. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: 'MGA';
  /** Why; the payment’s history keeps it. */
  readonly reason: string;
  /** The operator’s reference of the transfer back to the payer. */
  readonly transactionReference: string | null;
  /** When the money went back. */
  readonly refundedAt: string;
  /** When it was recorded. */
  readonly createdAt: string;
  /** The name of the key that recorded it. */
  readonly createdBy: string;
  /** `voided`: recorded by mistake; it counts no more. */
  readonly status: 'recorded' | 'voided';
  /** When it was voided. */
  readonly voidedAt: string | null;
  /** The name of the key that voided it. */
  readonly voidedBy: string | null;
  /** Why it was voided. */
  readonly voidReason: string | null;
}

/** A key of the merchant API. */
export interface Key {
  /** Names the key in lists; it is not the key. */
  readonly id: string;
  /** The person or program that has it. The history of payments records it. */
  readonly name: string;
  /** `read`: look. `operate`: also change payments and ask the operator. `admin`: also manage keys. `counter`: take payments at the counter, and nothing else. */
  readonly scope: 'counter' | 'read' | 'operate' | 'admin';
  /** The beginning of the key, by which its holder recognizes it. */
  readonly hint: string;
  /** When it was created. */
  readonly createdAt: string;
  /** The name of the key that created it. */
  readonly createdBy: string;
  /** When it was last used, within about a minute; null if never. */
  readonly lastUsedAt: string | null;
  /** When it expires; null if never. */
  readonly expiresAt: string | null;
  /** When it was revoked; null if it was not. */
  readonly revokedAt: string | null;
  /** The name of the key that revoked it. */
  readonly revokedBy: string | null;
}

/** A payment link: an order that the companion signs. */
export interface Link {
  /** A part of the address of the link’s page. */
  readonly id: string;
  /** The address to send to the payer. */
  readonly url: string;
  /** The order reference; for a reusable link, what the order references of its payments begin with. */
  readonly order: string;
  /** Whole Ariary, as digits. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: 'MGA';
  /** What the link is for, as payers see it. */
  readonly description: string | null;
  /** Whether each payer gets an order of their own. */
  readonly reusable: boolean;
  /** `active`: it can be paid. `paid`: its order is paid; a reusable link never is. `expired`, `cancelled`: no new payment can begin; a payment that completes later still makes the link `paid`. */
  readonly status: 'active' | 'paid' | 'expired' | 'cancelled';
  /** When it was created. */
  readonly createdAt: string;
  /** The name of the merchant key that created it; `command line` for `tsena`, `shop` for the page of an order token. */
  readonly createdBy: string;
  /** From when no new payment can begin; null: never. */
  readonly expiresAt: string | null;
  /** When it was cancelled; null if it was not. A payment that had begun can still make it `paid`. */
  readonly cancelledAt: string | null;
  /** The name of the merchant key that cancelled it; `command line` for `tsena`. */
  readonly cancelledBy: string | null;
}

/** The merchant’s settings, and how many payments need review. */
export interface Merchant {
  /** PARTNER_NAME. */
  readonly partnerName: string;
  /** PARTNER_MSISDN, masked. */
  readonly partnerMsisdn: string;
  /** Whether real money moves. */
  readonly environment: 'sandbox' | 'production';
  /** The key of this request. */
  readonly key: {
    /** Its name, which the history records. */
    readonly name: string;
    /** What it may do. */
    readonly scope: 'counter' | 'read' | 'operate' | 'admin';
  };
  /** Whether webhooks are sent, or a handler receives the events. */
  readonly webhooksEnabled: boolean;
  /** How many payments need review, for each reason. */
  readonly reviewCounts: Readonly<Record<'unresolved' | 'details_mismatch' | 'overpaid' | 'polling_stopped' | 'unverified', number>>;
  /** How many webhooks have failed: no further delivery attempts follow. */
  readonly failedWebhooks: number;
}

/** A payment with everything that is known about it. */
export interface PaymentDetail {
  /** The payment. */
  readonly payment: MerchantPayment;
  /** All payments of its order, oldest first. */
  readonly attempts: readonly MerchantPayment[];
  /** Every change, oldest first. */
  readonly history: readonly {
    /** The number of the change. */
    readonly version: number;
    /** When it happened. */
    readonly at: string;
    /** What happened; docs/lifecycle.md explains each kind. */
    readonly kind: string;
    /** Its details, without phone numbers and secrets. */
    readonly data: Readonly<Record<string, string | number | boolean | null>>;
  }[];
  /** The operator’s callbacks. Each distinct one is listed once. */
  readonly callbacks: readonly {
    /** The status that the callback claims. */
    readonly status: string;
    /** The transaction that it names. */
    readonly serverCorrelationId: string;
    /** When it first came. */
    readonly receivedAt: string;
    /** How often it came. */
    readonly count: number;
    /** Whether it named a transaction that is not this payment’s. */
    readonly rejected: boolean;
  }[];
  /** The webhooks of this payment. */
  readonly webhooks: readonly Delivery[];
  /** Its refunds, oldest first, voided ones too. */
  readonly refunds: readonly Refund[];
  /** The operator’s view of the payment now; null unless `operator=1` was sent. */
  readonly operator: {
    /** `known`; `no_id`: the payment’s serverCorrelationId is not known; `unavailable`: the operator could not be asked. */
    readonly state: 'known' | 'no_id' | 'unavailable';
    /** When the operator was asked. */
    readonly fetchedAt: string;
    /** Why something is missing. */
    readonly reason: string | null;
    /** The status (section 4.5 of the interface document). */
    readonly status: {
      /** What the operator’s status means. */
      readonly state: 'pending' | 'completed' | 'failed' | 'declined' | 'unknown';
      /** The status in the operator’s own spelling. */
      readonly operatorStatus: string;
      /** The operator’s transaction reference. */
      readonly transactionReference: string | null;
    } | null;
    /** The transaction details (section 4.4), numbers masked. */
    readonly details: {
      /** As the operator writes it. */
      readonly amount: string | null;
      /** As the operator writes it. */
      readonly currency: string | null;
      /** As the operator writes it. */
      readonly transactionStatus: string | null;
      /** The payer’s number, masked. */
      readonly debitParty: string | null;
      /** The merchant’s number, masked. */
      readonly creditParty: string | null;
      /** As the operator writes it. */
      readonly createdAt: string | null;
      /** The operator’s fees in Ariary. */
      readonly fees: string | null;
      /** The fields that differ from the payment; null if the details do not say enough to compare. */
      readonly differences: readonly string[] | null;
    } | null;
  } | null;
}

/** The filters of a list. */
export interface PaymentSearch {
  /** Only payments with this status. */
  readonly status?: 'created' | 'sending' | 'pending' | 'unresolved' | 'completed' | 'failed';
  /** The exact order reference. */
  readonly order?: string;
  /** Only payments that began on the page of this payment link. */
  readonly link?: string;
  /** A part of an order reference in upper or lower case, of at least three characters, or an exact order reference, payment id or transaction reference. A part finds the payments of at most 1,000 orders. */
  readonly q?: string;
  /** `true`: only payments that need review. */
  readonly needsReview?: true | 'true';
  /** Created on or after this day in Madagascar (2026-05-03), or this timestamp with its zone. */
  readonly from?: string;
  /** Created up to the end of this day, or before this timestamp. */
  readonly to?: string;
  /** The time that `from`, `to` and the order of the list use: `created`, or `final` for final payments only. */
  readonly by?: 'created' | 'final';
  /** `nextCursor` of the page before. */
  readonly cursor?: string;
  /** The number of rows on a page. */
  readonly limit?: number;
  /** The payer’s number in any spelling. */
  readonly msisdn?: string;
}

/** The columns and the first rows of a file. */
export interface PreviewedStatement {
  /** The names in the header. */
  readonly columns: readonly string[];
  /** The first rows; phone numbers are masked. */
  readonly rows: readonly (readonly string[])[];
  /** How the newest statement was read, if the file has its columns; else what the names of the columns suggest; null if they suggest nothing. */
  readonly mapping: {
    /** Which column of the file has what, by its name in the header. */
    readonly columns: {
      /** The column of the date and time, in Madagascar. */
      readonly date: string;
      /** The column of the operator’s transaction reference. */
      readonly transactionReference: string;
      /** The column of the amount; sent money is negative. */
      readonly amount: string;
      /** The column of the fee. */
      readonly fee?: string;
      /** The column of the payer’s number. */
      readonly payer?: string;
    };
    /** How dates are written, such as `DD/MM/YYYY HH:mm`; null: recognized, with the day before the month. */
    readonly dateFormat: string | null;
    /** The decimal separator; null: recognized. */
    readonly decimal: ',' | '.' | null;
  } | null;
}

/** The refund to record. */
export interface RefundBody {
  /** Whole Ariary, as digits. */
  readonly amount: string;
  /** Why; the payment’s history keeps it. */
  readonly reason: string;
  /** The operator’s reference of the transfer back to the payer. */
  readonly transactionReference?: string;
  /** When the money went back. */
  readonly refundedAt?: string;
}

/** A transaction reference, or a resolution with its reason. */
export type ResolveBody =
  | {
      /** The operator’s transaction reference, from the SMS or its portal: 5 to 20 digits and letters, not beginning with 0. Spaces are ignored. */
      readonly transactionReference: string;
    }
  | {
      /** `not_received` allows a new payment of the order; `received` blocks one; `closed` records that you have acted on the payment. */
      readonly resolution: 'received' | 'not_received' | 'closed';
      /** Kept in the payment’s history. */
      readonly reason: string;
    };

/** The sample to send. */
export interface SampleBody {
  /** The type of the event; `tsena.ping` is about no event. */
  readonly type:
    | 'payment.completed'
    | 'payment.failed'
    | 'payment.unresolved'
    | 'payment.review_required'
    | 'payment.refunded'
    | 'payment.refund_voided'
    | 'order.overpaid'
    | 'tsena.ping';
}

/** The go-live checklist. */
export interface Setup {
  /** When the companion last asked the operator and its own public address. It asks them at most once a minute. */
  readonly checkedAt: string;
  /** The checks, in the order in which a merchant sets things up. */
  readonly checks: readonly {
    /** The check. */
    readonly name:
      | 'merchant_name'
      | 'credentials'
      | 'public_address'
      | 'tls'
      | 'clock'
      | 'allowed_origins'
      | 'webhook_answered'
      | 'callback_seen'
      | 'callbacks_accepted'
      | 'backup'
      | 'first_payment'
      | 'declined_payment'
      | 'late_payment';
    /** `ok`: nothing to do. `warning`: it works, but something is missing or untested. `failed`: it does not work. */
    readonly result: 'ok' | 'warning' | 'failed';
    /** What was found. */
    readonly reason:
      | 'name_set'
      | 'name_missing'
      | 'credentials_accepted'
      | 'service_wrong'
      | 'credentials_wrong'
      | 'credentials_refused'
      | 'operator_busy'
      | 'operator_unreachable'
      | 'address_reached'
      | 'public_url_missing'
      | 'address_unknown'
      | 'address_private'
      | 'address_answers_otherwise'
      | 'address_other_companion'
      | 'address_silent'
      | 'address_unproven'
      | 'tls_valid'
      | 'tls_missing'
      | 'certificate_invalid'
      | 'tls_unknown'
      | 'clock_right'
      | 'clock_wrong'
      | 'clock_unknown'
      | 'origins_set'
      | 'origins_missing'
      | 'origins_unencrypted'
      | 'webhook_delivered'
      | 'webhook_off'
      | 'webhook_none'
      | 'webhook_failing'
      | 'webhook_unencrypted'
      | 'webhook_refused'
      | 'webhook_silent'
      | 'webhook_private'
      | 'mail_refused'
      | 'callback_received'
      | 'callback_off'
      | 'callback_none'
      | 'callback_missing'
      | 'callbacks_accepted'
      | 'callbacks_declined'
      | 'callbacks_unknown'
      | 'backup_recent'
      | 'backup_old'
      | 'backup_none'
      | 'payment_verified'
      | 'payment_unverified'
      | 'payment_none'
      | 'decline_seen'
      | 'decline_none'
      | 'late_seen'
      | 'late_none';
    /** The numbers in `detail`. */
    readonly values: Readonly<Record<string, number>>;
    /** What was found, and the one thing to do, in the language of `Accept-Language`. Without secrets, addresses and phone numbers. */
    readonly detail: string;
  }[];
}

/** An imported statement of the operator: the number of rows of each result, and how the file was read. */
export interface Statement {
  /** The id of the statement. */
  readonly id: string;
  /** How many rows the file has: the sum of all results but `onlyHere`. */
  readonly rows: number;
  /** Rows that agree with their payment. */
  readonly matched: number;
  /** Completed payments of the period that the file does not contain. */
  readonly onlyHere: number;
  /** Received money that belongs to no payment. */
  readonly onlyAtOperator: number;
  /** Rows that name a payment or a refund and do not agree with it. */
  readonly different: number;
  /** Sent money that agrees with the recorded refunds. */
  readonly refund: number;
  /** Other sent money, rows outside the period, and rows that are no transaction. */
  readonly ignored: number;
  /** From when payments are expected in the file. */
  readonly from: string;
  /** Until when; not included. */
  readonly to: string;
  /** Which column of the file has what, by its name in the header. */
  readonly columns: {
    /** The column of the date and time, in Madagascar. */
    readonly date: string;
    /** The column of the operator’s transaction reference. */
    readonly transactionReference: string;
    /** The column of the amount; sent money is negative. */
    readonly amount: string;
    /** The column of the fee. */
    readonly fee?: string;
    /** The column of the payer’s number. */
    readonly payer?: string;
  };
  /** How dates are written, such as `DD/MM/YYYY HH:mm`; null: recognized, with the day before the month. */
  readonly dateFormat: string | null;
  /** The decimal separator; null: recognized. */
  readonly decimal: ',' | '.' | null;
  /** When it was imported. */
  readonly createdAt: string;
  /** The name of the key that imported it. */
  readonly createdBy: string;
}

/** A row of the file, or a payment that the file does not contain, with its result. */
export interface StatementRow {
  /** `matched`; `onlyHere`: a completed payment that the file does not contain; `onlyAtOperator`: received money that belongs to no payment; `different`; `refund`: sent money that agrees with a recorded refund; `ignored`. */
  readonly result: 'matched' | 'onlyHere' | 'onlyAtOperator' | 'different' | 'refund' | 'ignored';
  /** The row of the file; null with `onlyHere`. */
  readonly row: {
    /** The line in the file; the first is 1. */
    readonly line: number;
    /** Its date. */
    readonly date: string | null;
    /** The operator’s transaction reference, without spaces and in capitals. */
    readonly transactionReference: string | null;
    /** Ariary, with at most two decimals; negative for money that was sent. */
    readonly amount: string | null;
    /** Ariary, with at most two decimals. */
    readonly fee: string | null;
    /** The payer’s number, masked; null after RETAIN_DAYS. */
    readonly payer: string | null;
  } | null;
  /** The payment that the row names, or that the file does not contain. */
  readonly paymentId: string | null;
  /** The refund that a row of sent money names; of several, the oldest. */
  readonly refundId: string | null;
  /** What differs: `amount`, `fee`, `payer`, `status` (the payment is not completed here), `duplicate` (another row of the file has the same reference). */
  readonly differences: readonly ('amount' | 'fee' | 'payer' | 'status' | 'duplicate')[];
  /** The payment as it is now. */
  readonly payment: {
    /** The order reference. */
    readonly order: string;
    /** The payment’s status. */
    readonly status: 'created' | 'sending' | 'pending' | 'unresolved' | 'completed' | 'failed';
    /** Whole Ariary, as digits. */
    readonly amount: string;
    /** The operator’s fees; null while unknown. */
    readonly fees: string | null;
    /** The payer’s number, masked. */
    readonly payer: string;
    /** The operator’s transaction reference. */
    readonly transactionReference: string | null;
    /** When it became final. */
    readonly finalAt: string | null;
  } | null;
}

/** Totals by day, by the time at which payments became final. */
export interface Totals {
  /** The first day. */
  readonly from: string;
  /** The last day. */
  readonly to: string;
  /** The time zone of the days. */
  readonly timeZone: string;
  /** Every day of the range. */
  readonly days: readonly {
    /** YYYY-MM-DD. */
    readonly day: string;
    /** How many payments completed. */
    readonly completed: number;
    /** Their amounts, in Ariary. */
    readonly amount: string;
    /** The refunds of completed payments that were made on the day, in Ariary. */
    readonly refunded: string;
    /** `amount` minus `refunded`; can be below 0. */
    readonly net: string;
    /** The operator’s fees, where they are known. */
    readonly fees: string;
    /** How many completed payments have no known fees. */
    readonly unknownFees: number;
    /** How many payments failed. */
    readonly failed: number;
  }[];
  /** The sum of all days. */
  readonly total: {
    /** How many payments completed. */
    readonly completed: number;
    /** Their amounts, in Ariary. */
    readonly amount: string;
    /** The refunds of completed payments that were made on the day, in Ariary. */
    readonly refunded: string;
    /** `amount` minus `refunded`; can be below 0. */
    readonly net: string;
    /** The operator’s fees, where they are known. */
    readonly fees: string;
    /** How many completed payments have no known fees. */
    readonly unknownFees: number;
    /** How many payments failed. */
    readonly failed: number;
  };
}

/** The operator’s details of a transaction of the merchant. */
export interface Transaction {
  /** The reference in the request. The operator names another one in each answer. */
  readonly transactionReference: string;
  /** Whole Ariary, as digits; another amount as the operator wrote it. */
  readonly amount: string | null;
  /** ISO 4217, or as the operator wrote it. */
  readonly currency: string | null;
  /** The status in the operator’s own spelling. */
  readonly transactionStatus: string | null;
  /** The paying number, masked. */
  readonly debitParty: string | null;
  /** The receiving number, masked. */
  readonly creditParty: string | null;
  /** When the operator created it. */
  readonly createdAt: string | null;
  /** The fees in Ariary, with at most two decimals; null if unknown. */
  readonly fees: string | null;
  /** Why it failed, in the operator’s words; null if it gives no reason. */
  readonly failureReason: string | null;
  /** The payment that it belongs to; null if it belongs to none. */
  readonly paymentId: string | null;
}

/** Why the refund is voided. */
export interface VoidRefundBody {
  /** Kept in the payment’s history. */
  readonly reason: string;
}
