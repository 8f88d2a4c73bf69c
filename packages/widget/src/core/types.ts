import type { TextKey } from '../locales/index.ts';

/**
 * The public types. They use no type of another package, because everything else is bundled and consumers install
 * nothing more. `types.test.ts` compares them with the schemas of `@tsena/shared`.
 */

/**
 * The status of a payment. `completed` and `failed` come from the operator only. `unresolved` means that the operator's
 * answer was lost: the payer may have paid.
 */
export type PaymentStatus = 'created' | 'sending' | 'pending' | 'unresolved' | 'completed' | 'failed';

/** What is true of a payment within its order. */
export type PaymentView =
  | 'paid_twice'
  | 'paid'
  | 'refunded'
  | 'paid_by_another'
  | 'review'
  | 'confirming'
  | 'waiting'
  | 'unresolved'
  | 'failed';

/** Whether real money moves. */
export type Environment = 'sandbox' | 'production';

/** Why a payment failed, or why it is not certain yet. */
export interface PaymentFailure {
  /**
   * A stable code, for example `insufficient_funds`; `details_mismatch` or `reference_missing` while the shop must
   * review the payment; `details_unavailable` while it is being confirmed.
   */
  code: string;
  /** A sentence for the payer, in the widget's language. */
  message: string;
}

/** One attempt to collect an order's amount from one payer. */
export interface Payment {
  /** `pay_` and 22 characters. */
  id: string;
  /** Whether real money moves. */
  environment: Environment;
  /** The shop's order reference. */
  order: string;
  /** 1, 2, 3 … within the order. */
  attemptNumber: number;
  /** The payment link on whose page it began; null if it began in a widget. */
  linkId: string | null;
  /** `reference`: the payer has sent the money by hand, and the counter took it by its transaction reference. */
  method: 'prompt' | 'reference';
  /** Where the payment stands. */
  status: PaymentStatus;
  /** Whole Ariary as digits: `"25000"` is Ar 25 000. */
  amount: string;
  /** ISO 4217. */
  currency: 'MGA';
  /** The payer's number, masked: `034 •• ••0 03`. */
  payer: string;
  /** The merchant's name. */
  partnerName: string;
  /** RFC 3339, UTC. */
  createdAt: string;
  /** RFC 3339, UTC. */
  updatedAt: string;
  /** When it became completed or failed; otherwise null. RFC 3339, UTC. */
  finalAt: string | null;
  /** When it was paid: completed, or recorded by the merchant as received; otherwise null. RFC 3339, UTC. */
  paidAt: string | null;
  /** The operator's transaction reference; null while there is none. */
  transactionReference: string | null;
  /** The operator's fees in Ariary, with at most two decimals; null while unknown. */
  fees: string | null;
  /** The receipt's number, without gaps within each year; null until the payment is completed and verified. */
  receiptNumber: string | null;
  /** Why it failed, or why it is not certain yet; otherwise null. */
  failure: PaymentFailure | null;
  /**
   * What is true of the payment within its order: the companion decides it from all payments of the order. Show this,
   * not `status`.
   */
  view: PaymentView;
  /**
   * The id of the payment that paid the order in this one's place, if both have the same payer's number; otherwise
   * null.
   */
  paidBy: string | null;
  /** The sum of its refunds, in Ariary; `0` without one. */
  amountRefunded: string;
  /** Whether a new attempt for this order may start now. */
  retryable: boolean;
  /**
   * From when `retryable` can be true; null if no passing of time makes it so. The moment can move back. RFC 3339, UTC.
   */
  retryableAt: string | null;
  /**
   * After how many ms to ask again; null once no payment of the order is open or in review, and ten minutes after it
   * failed.
   */
  nextPollMs: number | null;
  /** The companion's clock. RFC 3339, UTC. */
  serverTime: string;
}

/**
 * Why a request to the companion failed (RFC 9457). `code` is one of the companion's codes, or, if no readable answer
 * arrived, `offline`, `unreachable`, `timeout` or `unreadable` with `status` 0.
 */
export interface Problem {
  /** An address that stands for this kind of problem. */
  type: string;
  /** What went wrong, in a few English words. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** A sentence for the shopper, in the widget's language; empty if no readable answer arrived. */
  detail: string;
  /** Which problem it is, for programs. */
  code: string;
}

/** The colours of the widget: as the device is set, or always light, or always dark. */
export type Theme = 'auto' | 'light' | 'dark';

/** The shop's own texts, by text key or by `problem.<code>` with a code of the companion. `{…}` are placeholders. */
export type TextOverrides = Readonly<Partial<Record<TextKey | `problem.${string}`, string>>>;

/** A language of the widget: Malagasy, French or English. */
export type Locale = 'mg' | 'fr' | 'en';

/** What the widget shows, and how. */
export interface CheckoutOptions {
  /** The order token, which the shop's backend signs. Another token starts another checkout. */
  orderToken: string;
  /** The companion's address without `/v1`, for example `https://pay.example`. */
  companionUrl: string;
  /** Default: the page's language (`lang`), then the browser's, then French. */
  locale?: Locale | undefined;
  /** The colours. Default: `auto`. */
  theme?: Theme | undefined;
  /** Texts that replace the widget's own. Default: none. */
  texts?: TextOverrides | undefined;
  /**
   * How the shopper reaches the shop while a payment is unresolved or under review: a phone number, an e-mail address
   * or a text. Default: none.
   */
  contact?: string | undefined;
  /** A sentence for shoppers whose number belongs to another operator, about another way to pay. Default: none. */
  otherWayText?: string | undefined;
}

/**
 * The details of the events. The widget dispatches each one as a DOM event `tsena:<name>`, which bubbles and is
 * composed. They only serve the page: the shop counts an order as paid when it receives the companion's webhook.
 */
export interface CheckoutEvents {
  /** The widget shows the order. `payment` is the order's current payment, or null. Once. */
  ready: { payment: Payment | null };
  /** There is another payment than before, or its `view`, `status`, `retryable` or `failure` changed. */
  change: { payment: Payment };
  /** The operator confirmed the payment. Once for a payment in a page session: not again when the page reloads. */
  completed: { payment: Payment };
  /** The operator rejected the payment. Once for a payment in a page session. In rare cases `completed` follows. */
  failed: { payment: Payment };
  /** A request to the companion failed. The widget shows the reason itself. */
  error: { problem: Problem };
}

/** The name of an event, without `tsena:`. */
export type CheckoutEventName = keyof CheckoutEvents;

declare global {
  interface GlobalEventHandlersEventMap {
    'tsena:ready': CustomEvent<CheckoutEvents['ready']>;
    'tsena:change': CustomEvent<CheckoutEvents['change']>;
    'tsena:completed': CustomEvent<CheckoutEvents['completed']>;
    'tsena:failed': CustomEvent<CheckoutEvents['failed']>;
    'tsena:error': CustomEvent<CheckoutEvents['error']>;
  }
}

/**
 * A function for each of the {@link CheckoutEvents}. A changed function replaces the earlier one without a restart.
 * Default: none.
 */
export interface CheckoutHandlers {
  /** The widget shows the order. `payment` is the order's current payment, or null. Called once. */
  onReady?: ((detail: CheckoutEvents['ready']) => void) | undefined;
  /** There is another payment than before, or its `view`, `status`, `retryable` or `failure` changed. */
  onChange?: ((detail: CheckoutEvents['change']) => void) | undefined;
  /** The operator confirmed the payment. Count the order as paid when your backend receives the webhook, not here. */
  onCompleted?: ((detail: CheckoutEvents['completed']) => void) | undefined;
  /** The operator rejected the payment. In rare cases `onCompleted` follows. */
  onFailed?: ((detail: CheckoutEvents['failed']) => void) | undefined;
  /** A request to the companion failed. The widget shows the reason itself. */
  onError?: ((detail: CheckoutEvents['error']) => void) | undefined;
}

/**
 * What `Tsena.mount` and the property `options` of `<tsena-checkout>` take. Default of `companionUrl`: the script's own
 * address.
 */
export type ElementOptions = Partial<CheckoutOptions & CheckoutHandlers>;
