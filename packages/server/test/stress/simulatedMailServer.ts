import type { OutgoingMail, SendResult } from '../../src/backoffice/mail/smtp.ts';
import type { PaymentRow } from './storedPayments.ts';
import type { SimulatedProcess, VirtualTime } from './virtualTime.ts';

/** What a mail server knows of the world. */
export interface MailServerOptions {
  readonly time: VirtualTime;
  random(): number;
  /** Whether the faults have ended. */
  isFair(): boolean;
}

const MINUTE = 60_000;
const GOES_DOWN = 0.3;
const LOSES_ANSWER = 0.1;
/** How long it is down. */
const OUTAGES_MS = [MINUTE / 3, 15 * MINUTE, 180 * MINUTE] as const;
const DOWN: SendResult = { kind: 'failed', error: 'no connection to the mail server (ECONNREFUSED)' };

/** The merchant's mail server, with the e-mails that it has accepted. */
export class SimulatedMailServer {
  readonly #options: MailServerOptions;
  readonly #accepted: string[] = [];
  #downUntil = 0;

  constructor(options: MailServerOptions) {
    this.#options = options;
  }

  /** An e-mail comes from a process. The server may be down, or its answer be lost. An outage outlasts the faults. */
  take(process: SimulatedProcess, { text }: OutgoingMail): Promise<SendResult> {
    const { isFair, random, time } = this.#options;
    const outageMs = OUTAGES_MS[Math.floor(random() * OUTAGES_MS.length)] ?? 0;
    if (!isFair() && time.now >= this.#downUntil && random() < GOES_DOWN) this.#downUntil = time.now + outageMs;
    const isTaken = time.now >= this.#downUntil;
    const isAnswered = isTaken && (isFair() || random() >= LOSES_ANSWER);
    const result: SendResult = isAnswered ? { kind: 'sent' } : DOWN;
    return new Promise((resolve) => {
      time.plan(1 + Math.floor(random() * 400), () => {
        if (isTaken) this.#accepted.push(text);
        time.plan(1, () => resolve(result), process);
      });
    });
  }

  /**
   * Each payment of a link is in an e-mail, and each that needs review, when nothing changes any more. Of many that need
   * review at once, an e-mail lists 20 and counts the rest.
   */
  check(payments: readonly PaymentRow[]): string[] {
    const isReported = (text: string | null) => this.#accepted.some((mail) => mail.split(/\s/).includes(text ?? ''));
    const ofLinks = payments.filter(({ link_id, status }) => link_id !== null && status === 'completed');
    // Who voids a refund knows that the order, whichever payment of it shows that, is overpaid again.
    const voided = payments.filter(({ history }) => history.some(({ kind }) => kind === 'refund_voided'));
    const voidedOrders = new Set(voided.map(({ order_reference }) => order_reference));
    const raised = payments.filter(({ review_reasons, order_reference }) => {
      const isKnown = review_reasons === 'overpaid' && voidedOrders.has(order_reference);
      return review_reasons !== null && !isKnown;
    });
    // The merchant of the simulation reads Malagasy. An e-mail whose answer was lost comes twice, and counts once.
    const counted = [...new Set(this.#accepted)].map((mail) =>
      Number(/^Fandoavana hafa: (\d+)$/m.exec(mail)?.[1] ?? 0),
    );
    const unlisted = raised.filter(({ order_reference }) => !isReported(order_reference));
    return [
      ...ofLinks
        .filter(({ transaction_id }) => !isReported(transaction_id))
        .map(({ id }) => `no e-mail reports ${id}, which was paid on a link`),
      ...unlisted
        .slice(counted.reduce((sum, count) => sum + count, 0))
        .map(({ id }) => `no e-mail reports ${id}, which needs review`),
    ];
  }
}
