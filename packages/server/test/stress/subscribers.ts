import type { PaymentId } from '@tsena/shared/checkout';
import type { Subscriptions } from '../../src/core/live/subscriptions.ts';
import type { StoredPayment } from '../../src/database/schema.ts';

/** The updates that a page for one payment received. */
interface Subscriber {
  /** The payment when the page was opened. */
  readonly payment: StoredPayment;
  readonly sent: StoredPayment[];
}

/** What subscribers know of the world. */
export interface SubscribersOptions {
  /** The committed row of a payment. */
  read(id: PaymentId): StoredPayment | undefined;
  violated(violation: string): void;
}

/**
 * Simulates pages for payments, all served by one process. Whenever a page receives an update, the row is read at once
 * on another connection: the update must be committed by then.
 */
export class Subscribers {
  readonly #options: SubscribersOptions;
  readonly #subscriptions: Subscriptions;
  readonly #pages = new Map<PaymentId, Subscriber>();

  constructor(subscriptions: Subscriptions, options: SubscribersOptions) {
    this.#subscriptions = subscriptions;
    this.#options = options;
  }

  /** The payments that have a page. */
  get payments(): readonly PaymentId[] {
    return [...this.#pages.keys()];
  }

  /** Opens a page for a payment that has none. Returns a function that closes it. */
  open(payment: StoredPayment): (() => void) | undefined {
    if (this.#pages.has(payment.id)) return undefined;
    const sent: StoredPayment[] = [];
    this.#pages.set(payment.id, { payment, sent });
    const close = this.#subscriptions.subscribe(payment, (changed) => {
      sent.push(changed);
      this.#readBack(changed);
    });
    return () => {
      close();
      this.#pages.delete(payment.id);
    };
  }

  #readBack(sent: StoredPayment): void {
    const { read, violated } = this.#options;
    const committed = read(sent.id);
    if (committed === undefined || committed.version < sent.version)
      violated(`a page received ${sent.status} before the commit`);
  }

  /** Compares the updates of the pages with the payments as they are now. */
  violations(payments: readonly StoredPayment[]): string[] {
    return payments.flatMap(({ id, status }) => {
      const page = this.#pages.get(id);
      const shown = page?.sent.findLast((sent) => sent.id === id) ?? page?.payment;
      const isShown = shown === undefined || shown.status === status;
      return isShown ? [] : [`a payment is ${status}; its page last received ${shown.status}`];
    });
  }
}
