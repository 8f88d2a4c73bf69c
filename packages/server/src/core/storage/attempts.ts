import { type Msisdn, maskMsisdn } from '@tsena/shared';
import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import { requireCurrentTime } from '../../database/databaseTime.ts';
import type { StoredPayment } from '../../database/schema.ts';
import type { Trx } from '../../database/transaction.ts';
import { cooldownBy } from '../../time/clock.ts';
import { countSent } from '../rules/attemptPolicy.ts';
import { reportsAmong } from '../rules/callbackChecks.ts';
import { changeToSending } from '../rules/decisions/initiation.ts';
import type { HistoryEvent } from '../rules/historyEvent.ts';
import { LEASE_MS } from '../rules/lease.ts';
import type { OpeningState } from '../rules/opening.ts';
import type { RateLimits } from '../rules/rateLimits.ts';
import { callbacksOfOrder } from './callbacks.ts';
import { lockLink, lockPayer } from './locks.ts';
import type { OrderToPay, PaymentRequest } from './paymentRequest.ts';
import { countedPayer, type OpeningPayment, readPeriodsFull, readPrompts } from './rateLimits.ts';
import { attemptsOf } from './reads.ts';
import type { Storage } from './storage.ts';

/** The fencing token of a payment's first lease. */
export const FIRST_FENCE = 1;

/** What is known of a payment before it is stored. */
export type NewPayment = Pick<StoredPayment, 'id' | 'correlation_id' | 'reference' | 'callback_hash'>;

/**
 * Each statement is sent without waiting for the answer to the one before, and all of them after the locks. A new order
 * has no payments.
 */
export async function readOpeningState(
  {
    storage,
    limits,
    cooldownMs,
  }: { readonly storage: Storage; readonly limits: RateLimits; readonly cooldownMs: number },
  trx: Trx,
  request: PaymentRequest,
  isNew: boolean,
): Promise<OpeningState> {
  const { claims, page } = request;
  const now = storage.clock.now();
  const link = page === undefined ? undefined : await lockLink(storage, trx, page.link);
  const linkSource = link?.source ?? null;
  const opening: OpeningPayment = { ...request, order: claims.sub, linkSource, limits, cooldownMs };
  const [, attempts, callbacks, openOnLink, prompts, periodsFull] = await Promise.all([
    lockPayer(storage, trx, countedPayer(opening)),
    isNew ? [] : attemptsOf(trx, claims.sub),
    isNew ? [] : callbacksOfOrder(trx, claims.sub),
    findOpenOnLink(trx, request, now - cooldownBy(storage.clock, cooldownMs), now),
    readPrompts(trx, opening, now),
    readPeriodsFull(trx, opening, now),
  ]);
  return {
    attempts,
    link: link ?? null,
    openOnLink: openOnLink ?? null,
    prompts,
    periodsFull,
    reports: reportsAmong(attempts, callbacks),
  };
}

/**
 * The open payment of this payer on the same link, of another order, as long as the cool-down lasts. Each page of a
 * reusable link is an order of its own, so a reload and another press would send a second prompt to the phone.
 */
async function findOpenOnLink(
  trx: Trx,
  { page, claims, msisdn }: PaymentRequest,
  from: number,
  now: number,
): Promise<StoredPayment | undefined> {
  if (page === undefined) return undefined;
  // A payment may wait longer than the cool-down before it is sent.
  const since = Math.max(0, from);
  return trx
    .selectFrom('payments')
    .selectAll()
    .where('msisdn', '=', msisdn)
    .where((eb) =>
      eb.or([
        eb('created_at', '>', since),
        eb('sent_at', '>', since),
        eb.and([eb('status', 'in', ['created', 'sending']), eb('lease_until', '>', now)]),
      ]),
    )
    .where('link_id', '=', page.link)
    .where('order_reference', '!=', claims.sub)
    .where('status', 'in', ['created', 'sending', 'pending', 'unresolved'])
    .where('resolution', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Inserts the order's row, which is then locked, if the order is new. Returns whether it is. */
export async function insertOrder(trx: Trx, reference: OrderReference, amount: number, now: number): Promise<boolean> {
  const inserted = await trx
    .insertInto('orders')
    .values({ reference, amount, created_at: now })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returning('reference')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Deletes an order that has no payment. */
export async function deleteOrder(trx: Trx, reference: OrderReference): Promise<void> {
  await trx.deleteFrom('orders').where('reference', '=', reference).execute();
}

/** Inserts a payment, which supersedes those of its order. It has a lease of this process. */
export async function insertAttempt(
  { storage, partnerMsisdn }: { readonly storage: Storage; readonly partnerMsisdn: Msisdn },
  trx: Trx,
  request: PaymentRequest,
  ids: NewPayment,
  before: readonly StoredPayment[],
  isSentAtOnce: boolean,
): Promise<StoredPayment> {
  const { claims } = request;
  const { id, correlation_id, reference } = ids;
  const now = storage.clock.now();
  const [newest] = before;
  const superseding = newest === undefined ? undefined : supersede(trx, claims);
  const sending = isSentAtOnce ? changeToSending({ correlation_id, reference }, null, now) : null;
  const created: HistoryEvent = {
    kind: 'created',
    data: { after: newest?.id ?? null, ...(request.by === undefined ? {} : { by: request.by }) },
  };
  const events = sending === null ? [created] : [created, sending.event];
  const inserting = trx
    .insertInto('payments')
    .values({
      ...ids,
      order_reference: claims.sub,
      attempt_number: (newest?.attempt_number ?? 0) + 1,
      sent_attempt_number: countSent(before) + 1,
      link_id: request.page?.link ?? null,
      form_hash: request.page?.formHash ?? null,
      method: 'prompt',
      status: sending === null ? 'created' : 'sending',
      version: events.length,
      amount: claims.amount,
      amount_refunded: 0,
      description: claims.description ?? null,
      original_transaction_reference: claims.originalTransactionReference ?? null,
      foreign_currency: claims.foreignCurrency ?? null,
      foreign_amount: claims.foreignAmount ?? null,
      language: request.language,
      msisdn: request.msisdn,
      payer: maskMsisdn(request.msisdn),
      partner_msisdn: partnerMsisdn,
      address_hash: request.addressHash,
      created_at: now,
      updated_at: now,
      // If this process ends, the payment becomes due when its lease ends.
      next_check_at: now + LEASE_MS,
      reference_attempts: 0,
      reference_attempts_given_back: 0,
      lease_owner: storage.owner,
      lease_until: now + LEASE_MS,
      fence: FIRST_FENCE,
      ...sending?.set,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const recording = trx
    .insertInto('events')
    .values(
      events.map(({ kind, data }, index) => ({
        payment_id: id,
        version: index + 1,
        at: now,
        kind,
        data: JSON.stringify(data),
      })),
    )
    .execute();
  const { databaseTime } = storage.store;
  const checking = databaseTime === null ? undefined : requireCurrentTime(trx, databaseTime);
  const [, payment] = await Promise.all([superseding, inserting, recording, checking]);
  return payment;
}

/** What is stored of a sale before it is decided. */
export interface NewSale {
  readonly order: OrderReference;
  readonly amount: number;
  readonly description: string | null;
  readonly language: string;
  readonly msisdn: Msisdn;
}

/**
 * Inserts the payment of a sale for which money was sent by hand, without a history: the decision of the same
 * transaction writes the first event, or the payment is deleted.
 */
export async function insertSale(
  { storage, partnerMsisdn }: { readonly storage: Storage; readonly partnerMsisdn: Msisdn },
  trx: Trx,
  ids: NewPayment,
  { order, amount, description, language, msisdn }: NewSale,
): Promise<void> {
  const now = storage.clock.now();
  await trx
    .insertInto('payments')
    .values({
      ...ids,
      order_reference: order,
      attempt_number: 1,
      sent_attempt_number: 1,
      method: 'reference',
      status: 'created',
      version: 0,
      amount,
      amount_refunded: 0,
      description,
      language,
      msisdn,
      payer: maskMsisdn(msisdn),
      partner_msisdn: partnerMsisdn,
      created_at: now,
      updated_at: now,
      reference_attempts: 0,
      reference_attempts_given_back: 0,
      fence: 0,
    })
    .execute();
  const { databaseTime } = storage.store;
  if (databaseTime !== null) await requireCurrentTime(trx, databaseTime);
}

/** Deletes a sale that was inserted in this transaction, and its order. */
export async function deleteSale(trx: Trx, id: PaymentId, order: OrderReference): Promise<void> {
  await trx.deleteFrom('payments').where('id', '=', id).execute();
  await deleteOrder(trx, order);
}

/** The order has another current payment now, and may have another amount. */
async function supersede(trx: Trx, { sub, amount }: OrderToPay): Promise<void> {
  await Promise.all([
    trx
      .updateTable('payments')
      .set({ superseded: 1 })
      .where('order_reference', '=', sub)
      .where('superseded', 'is', null)
      .execute(),
    trx.updateTable('orders').set({ amount }).where('reference', '=', sub).execute(),
  ]);
}
