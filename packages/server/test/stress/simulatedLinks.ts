import { createHash } from 'node:crypto';
import type { Ariary } from '@tsena/shared';
import type { LinkId } from '@tsena/shared/checkout';
import { findLink, markCancelled, selectLinks } from '../../src/backoffice/links/linkRows.ts';
import { createLink, type LinksOptions, orderOfLink } from '../../src/backoffice/links/paymentLinks.ts';
import { createOrderSuffix } from '../../src/core/orders/orderSuffix.ts';
import type { PaymentRequest } from '../../src/core/storage/paymentRequest.ts';
import type { Reader } from '../../src/core/storage/reads.ts';
import type { Storage } from '../../src/core/storage/storage.ts';
import type { StoredPayment } from '../../src/database/schema.ts';
import { ProblemError } from '../../src/input/problemError.ts';
import { orProblem } from '../support/orProblem.ts';
import { hasPaid } from './attemptInvariants.ts';
import type { WitnessedLink } from './witness.ts';

const PUBLIC_URL = 'http://companion.test';
const HANTA = { name: 'Hanta', keyId: null, address: null };

/** A payment link as its creator and its payers know it. */
interface KnownLink extends WitnessedLink {
  readonly id: LinkId;
  readonly amount: Ariary;
  mayBeCancelled: boolean;
  /** The one-time values of the forms that payers have, the newest last. */
  readonly forms: string[];
}

/** Payment links with what their merchant and payers know of them, independent of the companion's database. */
export class SimulatedLinks {
  readonly known = new Map<string, KnownLink>();
  readonly #violated: (violation: string) => void;

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
    this.known.set(id, { id, amount, isReusable, expiresAt, mayBeCancelled: false, isCancelled: false, forms: [] });
    return status;
  }

  /**
   * What a press on the page of a link asks for: with a new form, or with the newest one once more, as after a double
   * press or a reload.
   */
  async open(
    storage: Storage,
    index: number,
    isRepeated: boolean,
  ): Promise<Pick<Required<PaymentRequest>, 'claims' | 'page'> | undefined> {
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
    return { claims: orderOfLink(row, form), page: { link: link.id, formHash } };
  }

  /** Cancels a link. */
  async cancel(storage: Storage, index: number): Promise<void> {
    const link = this.#at(index);
    if (link === undefined) return;
    link.mayBeCancelled = true;
    const row = await markCancelled(storage, link.id, HANTA);
    if (row === undefined) this.#violated('a link was lost');
    else if (row.status !== 'paid') link.isCancelled = true;
  }

  /** Compares each link with its payments, when nothing changes any more. */
  async check(db: Reader, now: number, payments: readonly StoredPayment[]): Promise<void> {
    const rows = await selectLinks(db, {}, now).execute();
    for (const link of this.known.values()) {
      const row = rows.find(({ id }) => id === link.id);
      if (row === undefined) return this.#violated('a link was lost');
      const begun = payments.filter(({ link_id }) => link_id === link.id);
      const isPaid = !link.isReusable && begun.some(hasPaid);
      // The answer to the cancellation may be lost.
      const isCancelled = link.isCancelled || (link.mayBeCancelled && row.cancelled_at !== null);
      const closed = isCancelled
        ? 'cancelled'
        : link.expiresAt !== null && link.expiresAt <= now
          ? 'expired'
          : 'active';
      if (row.status !== (isPaid ? 'paid' : closed))
        this.#violated(`a link is ${row.status} instead of ${isPaid ? 'paid' : closed}`);
      if (begun.some(({ amount }) => amount !== link.amount)) this.#violated('a payment of a link has another amount');
    }
  }

  #at(index: number): KnownLink | undefined {
    return [...this.known.values()][index % Math.max(1, this.known.size)];
  }
}

function optionsOf(storage: Storage): LinksOptions {
  return { storage, current: () => ({ PUBLIC_URL, OPERATOR_ENVIRONMENT: 'sandbox' }) };
}
