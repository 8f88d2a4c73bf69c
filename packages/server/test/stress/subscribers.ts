import type { PaymentId } from '@tsena/shared/checkout';
import type { Subscriptions } from '../../src/core/live/subscriptions.ts';
import type { StoredPayment } from '../../src/database/schema.ts';
import type { CommittedReader } from './committedReader.ts';

/** The updates that a page for one payment received. */
interface Subscriber {
  /** The payment when the page was opened. */
  readonly payment: StoredPayment;
  readonly sent: StoredPayment[];
}

/**
 * Simulates a page for each payment, all served by one process. Whenever a page receives an update, the row is read at once on
 * another connection: the update must be committed by then.
 */
export class Subscribers {
  readonly #reader: CommittedReader;
  readonly #subscriptions: Subscriptions;
  readonly #pages = new Map<PaymentId, Subscriber>();
  readonly #readBacks: Promise<string | undefined>[] = [];

  constructor(subscriptions: Subscriptions, reader: CommittedReader) {
    this.#subscriptions = subscriptions;
    this.#reader = reader;
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

  /** Opens a page for a payment that has none. */
  open(payment: StoredPayment): void {
    if (this.#pages.has(payment.id)) return;
    const sent: StoredPayment[] = [];
    this.#pages.set(payment.id, { payment, sent });
    this.#subscriptions.subscribe(payment, (changed) => {
      sent.push(changed);
      this.#readBacks.push(this.#readBack(changed));
    });
  }

  async #readBack(sent: StoredPayment): Promise<string | undefined> {
    const committed = await this.#reader.read(sent.id);
    if (committed === undefined || committed.version < sent.version) return `a page received ${sent.status} before the commit`;
    const isOther = committed.version === sent.version && JSON.stringify(committed) !== JSON.stringify(sent);
    return isOther ? `a page received ${sent.status}; ${committed.status} is committed` : undefined;
  }

  /** Compares the updates of the pages with the payments as they are now. */
  async violations(payments: readonly StoredPayment[]): Promise<string[]> {
    const early = (await Promise.all(this.#readBacks.splice(0))).filter((violation) => violation !== undefined);
    return [...early, ...payments.flatMap((payment) => this.#findMissing(payment, payments))];
  }

  #findMissing(payment: StoredPayment, payments: readonly StoredPayment[]): string[] {
    const page = this.#pages.get(payment.id);
    if (page === undefined) return [];
    const own = page.sent.findLast(({ id }) => id === payment.id) ?? page.payment;
    const others = payments.filter(({ id, order_reference, status }) => {
      const isOfThisOrder = id !== payment.id && order_reference === payment.order_reference;
      return isOfThisOrder && status === 'completed' && this.#pages.get(id)?.payment.status !== 'completed';
    });
    return [
      ...(own.status === payment.status ? [] : [`a payment is ${payment.status}; its page last received ${own.status}`]),
      ...others
        .filter((other) => !page.sent.some(({ id, status }) => id === other.id && status === 'completed'))
        .map(() => 'an order was paid by one attempt, and the page of another attempt received no update'),
    ];
  }
}
