import type { PaymentId } from '@tsena/shared/checkout';
import type { Live } from '../../src/payments/subscribers.ts';
import type { StoredPayment } from '../../src/storage/schema.ts';
import type { CommittedReader } from './committedReader.ts';

/** What a page that watches one payment was sent. */
interface Subscriber {
  /** As it stood when the page opened. */
  readonly payment: StoredPayment;
  readonly sent: StoredPayment[];
}

/**
 * A page for each payment, all served by one process. Whenever one is sent a payment, the row is read back at once on another
 * connection: what a page is sent must be committed by then.
 */
export class Subscribers {
  readonly #reader: CommittedReader;
  readonly #live: Live;
  readonly #pages = new Map<PaymentId, Subscriber>();
  readonly #readBacks: Promise<string | undefined>[] = [];

  constructor(live: Live, reader: CommittedReader) {
    this.#live = live;
    this.#reader = reader;
  }

  /** The live updates of the process, which open a page for each payment before the first one is sent. */
  get live(): Live {
    return {
      ...this.#live,
      publish: (payment) => {
        this.open(payment);
        this.#live.publish(payment);
      },
    };
  }

  /** Opens a page for a payment, unless it has one. */
  open(payment: StoredPayment): void {
    if (this.#pages.has(payment.id)) return;
    const sent: StoredPayment[] = [];
    this.#pages.set(payment.id, { payment, sent });
    this.#live.watch(payment, (changed) => {
      sent.push(changed);
      this.#readBacks.push(this.#readBack(changed));
    });
  }

  async #readBack(sent: StoredPayment): Promise<string | undefined> {
    const committed = await this.#reader.read(sent.id);
    if (committed === undefined || committed.version < sent.version) return `a page was sent ${sent.status} before the commit`;
    const isOther = committed.version === sent.version && JSON.stringify(committed) !== JSON.stringify(sent);
    return isOther ? `a page was sent ${sent.status}, committed was ${committed.status}` : undefined;
  }

  /** What is wrong with what the pages were sent, given the payments as they stand now. */
  async violations(payments: readonly StoredPayment[]): Promise<string[]> {
    const early = (await Promise.all(this.#readBacks.splice(0))).filter((violation) => violation !== undefined);
    return [...early, ...payments.flatMap((payment) => this.#unsent(payment, payments))];
  }

  #unsent(payment: StoredPayment, payments: readonly StoredPayment[]): string[] {
    const page = this.#pages.get(payment.id);
    if (page === undefined) return [];
    const own = page.sent.findLast(({ id }) => id === payment.id) ?? page.payment;
    const others = payments.filter(({ id, order_reference, status }) => {
      const isOfThisOrder = id !== payment.id && order_reference === payment.order_reference;
      return isOfThisOrder && status === 'completed' && this.#pages.get(id)?.payment.status !== 'completed';
    });
    return [
      ...(own.status === payment.status ? [] : [`a payment is ${payment.status}, its page was last sent ${own.status}`]),
      ...others
        .filter((other) => !page.sent.some(({ id, status }) => id === other.id && status === 'completed'))
        .map(() => 'an order was paid by one attempt, and the page of another was not told'),
    ];
  }
}
