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
  /** Whether each payment has a page from its opening on, and nothing changes its row beside the updates. */
  readonly isAlone: boolean;
}

/**
 * Simulates pages for payments, all served by one process. Whenever a page receives an update, the row is read at once on
 * another connection: the update must be committed by then.
 */
export class Subscribers {
  readonly #options: SubscribersOptions;
  readonly #subscriptions: Subscriptions;
  readonly #pages = new Map<PaymentId, Subscriber>();

  constructor(subscriptions: Subscriptions, options: SubscribersOptions) {
    this.#subscriptions = subscriptions;
    this.#options = options;
  }

  /** The subscriptions of the process, which open a page for each payment before the first one is sent. */
  get subscriptions(): Subscriptions {
    return {
      ...this.#subscriptions,
      publish: (payment) => {
        this.open(payment);
        this.#subscriptions.publish(payment);
      },
    };
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
    const { read, violated, isAlone } = this.#options;
    const committed = read(sent.id);
    if (committed === undefined || committed.version < sent.version) violated(`a page received ${sent.status} before the commit`);
    else if (isAlone && committed.version === sent.version && JSON.stringify(committed) !== JSON.stringify(sent))
      violated(`a page received ${sent.status}; ${committed.status} is committed`);
  }

  /** Compares the updates of the pages with the payments as they are now. */
  violations(payments: readonly StoredPayment[]): string[] {
    return payments.flatMap((payment) => this.#findMissing(payment, payments));
  }

  #findMissing(payment: StoredPayment, payments: readonly StoredPayment[]): string[] {
    const page = this.#pages.get(payment.id);
    if (page === undefined) return [];
    const own = page.sent.findLast(({ id }) => id === payment.id) ?? page.payment;
    const others = payments.filter(({ id, order_reference, status }) => {
      const isOfThisOrder = id !== payment.id && order_reference === payment.order_reference;
      return this.#options.isAlone && isOfThisOrder && status === 'completed' && this.#pages.get(id)?.payment.status !== 'completed';
    });
    return [
      ...(own.status === payment.status ? [] : [`a payment is ${payment.status}; its page last received ${own.status}`]),
      ...others
        .filter((other) => !page.sent.some(({ id, status }) => id === other.id && status === 'completed'))
        .map(() => 'an order was paid by one attempt, and the page of another attempt received no update'),
    ];
  }
}
