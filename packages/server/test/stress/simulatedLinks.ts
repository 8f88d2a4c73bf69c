import { createHash } from 'node:crypto';
import type { Ariary } from '@tsena/shared';
import type { LinkId, PaymentId } from '@tsena/shared/checkout';
import { findLink, markCancelled } from '../../src/backoffice/links/linkRows.ts';
import { createLink, type LinksOptions, orderOfLink, viewLink } from '../../src/backoffice/links/paymentLinks.ts';
import { createOrderSuffix } from '../../src/core/orders/orderSuffix.ts';
import type { InitiateRequest } from '../../src/core/payments/initiate.ts';
import type { AttemptResult } from '../../src/core/storage/attempts.ts';
import type { Storage } from '../../src/core/storage/storage.ts';
import type { StoredPayment } from '../../src/database/schema.ts';
import { ProblemError } from '../../src/problemError.ts';
import { orProblem } from '../support/orProblem.ts';
import { hasPaid } from './attemptInvariants.ts';
import type { WitnessedLink } from './witness.ts';

const PUBLIC_URL = 'http://companion.test';
const HANTA = { name: 'Hanta', address: null };

/** A payment link as its creator and its payers know it. */
interface KnownLink extends WitnessedLink {
  readonly id: LinkId;
  readonly amount: Ariary;
  /** The one-time values of the forms that payers have, the newest last. */
  readonly forms: string[];
}

/** A form on the page of a link, with what its press asks for. */
export interface LinkForm {
  readonly link: KnownLink;
  readonly form: string;
  /** Whether the link is cancelled or expired. */
  readonly isClosed: boolean;
  readonly order: Pick<Required<InitiateRequest>, 'claims' | 'page'>;
}

/** Payment links with what their merchant and payers know of them, independent of the companion's database. */
export class SimulatedLinks {
  readonly known = new Map<string, KnownLink>();
  readonly #violated: (violation: string) => void;
  /** The payment that each form has started. */
  readonly #started = new Map<string, PaymentId>();

  constructor(violated: (violation: string) => void) {
    this.#violated = violated;
  }

  /** Creates a link. Returns its status, or how the request was refused. */
  async create(storage: Storage, amount: Ariary, isReusable: boolean, expiresInMs: number | null): Promise<string> {
    const expiresAt = expiresInMs === null ? null : storage.clock.now() + expiresInMs;
    const body = { amount, reusable: isReusable, ...(expiresAt === null ? {} : { expiresAt }) };
    const link = await orProblem(createLink(optionsOf(storage), { body, by: HANTA }));
    if (link instanceof ProblemError) return link.code;
    const { id, status } = link;
    this.known.set(id, { id, amount, isReusable, expiresAt, isCancelled: false, forms: [] });
    return status;
  }

  /** Opens the page of a link: with a new form, or with the newest one once more, as after a double press or a reload. */
  async open(storage: Storage, index: number, isRepeated: boolean): Promise<LinkForm | undefined> {
    const link = this.#at(index);
    if (link === undefined) return undefined;
    const row = await findLink(storage, link.id);
    if (row === undefined) {
      this.#violated('a link was lost');
      return undefined;
    }
    const form = (isRepeated ? link.forms.at(-1) : undefined) ?? createOrderSuffix();
    if (link.forms.at(-1) !== form) link.forms.push(form);
    const formHash = createHash('sha256').update(form).digest('base64url');
    const isClosed = link.isCancelled || (link.expiresAt !== null && link.expiresAt <= storage.clock.now());
    return { link, form, isClosed, order: { claims: orderOfLink(row, form), page: { link: link.id, formHash } } };
  }

  /** Judges the answers to all presses of a form, beside which nothing else happened. */
  checkAnswers({ form, isClosed }: LinkForm, openings: readonly AttemptResult[]): void {
    const opened = openings.flatMap((opening) => (opening.kind === 'opened' ? [opening] : []));
    if (opened.length > 1) this.#violated('one form of a link opened two payments');
    if (!isClosed && openings.some(({ kind }) => kind === 'closed')) this.#violated('an active link was closed to a payer');
    const hadStarted = this.#started.get(form);
    for (const { payment } of opened) this.#started.set(form, payment.id);
    const started = this.#started.get(form);
    for (const opening of openings) {
      if (started === undefined || (opening.kind === 'opened' && hadStarted === undefined)) continue;
      if (opening.kind !== 'exists' || opening.payment.id !== started)
        this.#violated(`a form that has started a payment got ${opening.kind}`);
    }
  }

  /** Cancels a link. Returns how the cancellation was answered. */
  async cancel(storage: Storage, index: number): Promise<{ readonly link: KnownLink; readonly status: string } | undefined> {
    const link = this.#at(index);
    if (link === undefined) return undefined;
    const row = await markCancelled(storage, link.id, HANTA);
    if (row === undefined) this.#violated('a link was lost');
    else if (row.status !== 'paid') link.isCancelled = true;
    return { link, status: row?.status ?? 'lost' };
  }

  /** As {@link cancel}, beside which nothing else happens: the answer is right, and the payments of the link stay as they are. */
  async cancelAlone(storage: Storage, index: number): Promise<void> {
    const payments = () => storage.store.db.selectFrom('payments').selectAll().where('link_id', 'is not', null).orderBy('id').execute();
    const before = await payments();
    const cancelled = await this.cancel(storage, index);
    if (cancelled === undefined) return;
    const { link, status } = cancelled;
    const isPaid = !link.isReusable && before.some((payment) => payment.link_id === link.id && hasPaid(payment));
    if (status !== (isPaid ? 'paid' : 'cancelled')) this.#violated(`the cancellation of a link was answered: ${status}`);
    if (JSON.stringify(await payments()) !== JSON.stringify(before)) this.#violated('the cancellation of a link changed a payment');
  }

  /** Compares each link with its payments; holds at every moment. */
  async check(storage: Storage, payments: readonly StoredPayment[]): Promise<void> {
    const now = storage.clock.now();
    for (const link of this.known.values()) {
      const row = await findLink(storage, link.id);
      if (row === undefined) return this.#violated('a link was lost');
      const begun = payments.filter(({ link_id }) => link_id === link.id);
      const isPaid = !link.isReusable && begun.some(hasPaid);
      const closed = link.isCancelled ? 'cancelled' : link.expiresAt !== null && link.expiresAt <= now ? 'expired' : 'active';
      const { status } = viewLink(optionsOf(storage), row);
      if (status !== (isPaid ? 'paid' : closed)) this.#violated(`a link is ${status} instead of ${isPaid ? 'paid' : closed}`);
      if (begun.some(({ amount }) => amount !== link.amount)) this.#violated('a payment of a link has another amount');
    }
  }

  #at(index: number): KnownLink | undefined {
    return [...this.known.values()][index % Math.max(1, this.known.size)];
  }
}

function optionsOf(storage: Storage): LinksOptions {
  return { storage, current: () => ({ publicUrl: PUBLIC_URL, operator: { environment: 'sandbox' } }) };
}
