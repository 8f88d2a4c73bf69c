import { createHash } from 'node:crypto';
import type { Ariary, Msisdn } from '@tsena/shared';
import type { LinkId, PaymentId } from '@tsena/shared/checkout';
import { cancelLink, findLink } from '../../src/backoffice/links/linkRows.ts';
import { createLink, type LinksOptions, orderOfLink, viewLink } from '../../src/backoffice/links/paymentLinks.ts';
import { createOrderSuffix } from '../../src/core/orders/orderSuffix.ts';
import type { InitiateRequest } from '../../src/core/payments/initiate.ts';
import type { AttemptResult } from '../../src/core/storage/attempts.ts';
import type { Storage } from '../../src/core/storage/storage.ts';
import type { StoredPayment } from '../../src/database/schema.ts';
import { hasPaid } from './overpaidInvariant.ts';

const PUBLIC_URL = 'http://companion.test';
const HANTA = { name: 'Hanta', address: null };

/** A payment link as its creator knows it. */
interface KnownLink {
  readonly id: LinkId;
  readonly amount: Ariary;
  readonly isReusable: boolean;
  /** By the companion's clock, ms since 1970. */
  readonly expiresAt: number | null;
  isCancelled: boolean;
  /** The one-time values of the forms that payers have, the newest last. */
  readonly forms: string[];
}

/** How a payer pays a link. */
export interface LinkPress {
  readonly msisdn: Msisdn;
  /** The newest form once more, as after a double press or a reload. */
  readonly isRepeated: boolean;
  readonly clicks: number;
}

/** Payment links with what their merchant and payers know of them, independent of the companion's database. */
export class SimulatedLinks {
  readonly #links: KnownLink[] = [];
  /** The payment that each form has started. */
  readonly #started = new Map<string, PaymentId>();
  /** One-time links that were paid once. */
  readonly #paid = new Set<LinkId>();

  async create(storage: Storage, amount: Ariary, isReusable: boolean, expiresInMs: number | null): Promise<void> {
    const expiresAt = expiresInMs === null ? null : storage.clock.now() + expiresInMs;
    const body = { amount, reusable: isReusable, ...(expiresAt === null ? {} : { expiresAt }) };
    const result = await createLink(optionsOf(storage), { body, by: HANTA });
    if (result.kind !== 'created') throw new Error(`a link was not created: ${result.kind}`);
    if (result.link.status !== 'active') throw new Error(`a new link is ${result.link.status}`);
    this.#links.push({ id: result.link.id, amount, isReusable, expiresAt, isCancelled: false, forms: [] });
  }

  /** Presses "pay" on the page of a link, by the path of the hosted page. */
  async pay(
    storage: Storage,
    index: number,
    { msisdn, isRepeated, clicks }: LinkPress,
    initiate: (request: InitiateRequest) => Promise<AttemptResult>,
  ): Promise<readonly AttemptResult[]> {
    const link = this.#at(index);
    const row = link === undefined ? undefined : await findLink(storage, link.id);
    if (link === undefined || row === undefined) return [];
    const form = (isRepeated ? link.forms.at(-1) : undefined) ?? createOrderSuffix();
    if (link.forms.at(-1) !== form) link.forms.push(form);
    const isClosed = link.isCancelled || (link.expiresAt !== null && link.expiresAt <= storage.clock.now());
    const claims = orderOfLink(row, form);
    const formHash = createHash('sha256').update(form).digest('base64url');
    const request = { claims, msisdn, language: 'fr' as const, addressHash: null, page: { link: link.id, formHash } };
    const openings = await Promise.all(Array.from({ length: clicks }, () => initiate(request)));
    const opened = openings.flatMap((opening) => (opening.kind === 'opened' ? [opening] : []));
    if (opened.length > 1) throw new Error('one form of a link opened two payments');
    if (opened.length > 0 && isClosed) throw new Error('a link that is cancelled or expired opened a payment');
    if (opened.length > 0 && this.#paid.has(link.id)) throw new Error('a paid link opened a payment');
    if (!isClosed && openings.some(({ kind }) => kind === 'closed')) throw new Error('an active link was closed to a payer');
    const hadStarted = this.#started.get(form);
    for (const { payment } of opened) this.#started.set(form, payment.id);
    const started = this.#started.get(form);
    for (const opening of openings) {
      if (started === undefined || (opening.kind === 'opened' && hadStarted === undefined)) continue;
      if (opening.kind !== 'exists' || opening.payment.id !== started)
        throw new Error(`a form that has started a payment got ${opening.kind}`);
    }
    return openings;
  }

  /** Cancels a link. Its payments stay as they are. */
  async cancel(storage: Storage, index: number): Promise<void> {
    const link = this.#at(index);
    if (link === undefined) return;
    const payments = () => storage.store.db.selectFrom('payments').selectAll().where('link_id', '=', link.id).orderBy('id').execute();
    const before = JSON.stringify(await payments());
    const isPaid = !link.isReusable && (await payments()).some(hasPaid);
    const row = await cancelLink(storage, link.id, HANTA);
    if (row === undefined) throw new Error('a link was lost');
    if (row.status !== (isPaid ? 'paid' : 'cancelled')) throw new Error(`the cancellation of a link was answered: ${row.status}`);
    if (row.status === 'cancelled') link.isCancelled = true;
    if (JSON.stringify(await payments()) !== before) throw new Error('the cancellation of a link changed a payment');
  }

  /** Compares each link with its payments; holds at every moment. */
  async check(storage: Storage, payments: readonly StoredPayment[]): Promise<void> {
    const { db } = storage.store;
    const orders = await db.selectFrom('orders').select(['reference', 'overpaid_at']).execute();
    const now = storage.clock.now();
    for (const link of this.#links) {
      const row = await findLink(storage, link.id);
      if (row === undefined) throw new Error('a link was lost');
      const begun = payments.filter(({ link_id }) => link_id === link.id);
      const paid = begun.filter(hasPaid);
      const isPaid = !link.isReusable && paid.length > 0;
      const closed = link.isCancelled ? 'cancelled' : link.expiresAt !== null && link.expiresAt <= now ? 'expired' : 'active';
      const { status } = viewLink(row, PUBLIC_URL);
      if (status !== (isPaid ? 'paid' : closed)) throw new Error(`a link is ${status} instead of ${isPaid ? 'paid' : closed}`);
      if (paid.some((payment) => payment.status === 'completed') && isPaid) this.#paid.add(link.id);
      if (begun.some(({ amount }) => amount !== link.amount)) throw new Error('a payment of a link has another amount');
      for (const { order_reference } of paid) {
        const twice = paid.filter((other) => other.order_reference === order_reference).length > 1;
        const isMarked = orders.some((one) => one.reference === order_reference && one.overpaid_at !== null);
        if (twice && !isMarked) throw new Error('an order of a link was paid twice, and is not marked as overpaid');
      }
    }
    await this.#checkMails(storage, payments);
  }

  /** The e-mail about a paid link is written in the transaction of the completion: one for each completed payment of a link, and no other. */
  async #checkMails(storage: Storage, payments: readonly StoredPayment[]): Promise<void> {
    const mails = await storage.store.db.selectFrom('mails').select('payment_id').where('kind', '=', 'link_paid').execute();
    for (const { id, link_id, status } of payments) {
      const queued = mails.filter(({ payment_id }) => payment_id === id).length;
      const due = link_id !== null && status === 'completed' ? 1 : 0;
      if (queued !== due) throw new Error(`${queued} e-mails about a payment of a link were queued instead of ${due}`);
    }
  }

  #at(index: number): KnownLink | undefined {
    return this.#links[index % Math.max(1, this.#links.length)];
  }
}

function optionsOf(storage: Storage): LinksOptions {
  return { storage, current: () => ({ publicUrl: PUBLIC_URL, operator: { environment: 'sandbox' } }) };
}
