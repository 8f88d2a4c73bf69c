import { type Msisdn, maskMsisdn } from '@tsena/shared';
import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import { requireCurrentTime } from '../../database/databaseTime.ts';
import type { StoredPayment } from '../../database/schema.ts';
import type { Trx } from '../../database/transaction.ts';
import { cooldownBy } from '../../time/clock.ts';
import { countSent, type OpeningRefusal } from '../rules/attemptPolicy.ts';
import { reportsAmong } from '../rules/callbackChecks.ts';
import { changeToSending } from '../rules/decisions/initiation.ts';
import type { HistoryEvent } from '../rules/historyEvent.ts';
import { LEASE_MS } from '../rules/lease.ts';
import { type ClosedLink, decideOpening, type OpeningState } from '../rules/opening.ts';
import type { RateLimited, RateLimits } from '../rules/rateLimits.ts';
import { callbacksOfOrder } from './callbacks.ts';
import { keepWithKey, takeKey } from './idempotencyKeys.ts';
import { lockLink, lockOrder, lockOrderOfAmount, lockPayer } from './locks.ts';
import type { OrderToPay, PaymentRequest } from './paymentRequest.ts';
import { countedPayer, type OpeningPayment, readPeriodsFull, readPrompts } from './rateLimits.ts';
import { attemptsOf, findPayment } from './reads.ts';
import { momentOf, type Storage } from './storage.ts';

/** The fencing token of a payment's first lease. */
export const FIRST_FENCE = 1;

/** What the opening of a payment needs of the companion. */
export interface OpeningOptions {
  readonly storage: Storage;
  readonly limits: RateLimits;
  /** The cool-down after which a payment without an answer no longer blocks another one, ms. */
  readonly cooldownMs: number;
  /** The merchant's number. */
  readonly partnerMsisdn: Msisdn;
  /** Called right before the decision: a companion that is stopping opens no payment. */
  isStopping(): boolean;
  /** Called right before the decision: how long the initiation would wait for its turn, ms. */
  turnInMs(): number;
  /**
   * Called right before the payment is opened, again if the transaction runs again: whether it is opened as `sending`.
   */
  takeTurn(id: PaymentId): boolean;
}

/** What is known of a payment before it is stored. */
export type NewPayment = Pick<StoredPayment, 'id' | 'correlation_id' | 'reference' | 'callback_hash'>;

/**
 * Whether a payment began. `repeated`: an earlier request with this Idempotency-Key has led to the payment; `refused`:
 * it had another body, or the order is not there to be tried again.
 */
export type OpeningResult =
  | { readonly kind: 'opened'; readonly payment: StoredPayment }
  | { readonly kind: 'repeated'; readonly payment: StoredPayment }
  | OpeningRefusal<StoredPayment>
  | { readonly kind: 'refused'; readonly code: 'idempotency_key_reused' | 'order_taken' }
  | { readonly kind: 'stopping' }
  | ClosedLink
  | RateLimited;

const KEY_REUSED = { kind: 'refused', code: 'idempotency_key_reused' } as const;
/** The order is not there to be tried again. */
export const ORDER_TAKEN = { kind: 'refused', code: 'order_taken' } as const;

/**
 * Opens a payment for an order, in status `created` or `sending`, unless the order's other payments or a limit forbid
 * it. The order's row is the lock: one request at a time decides, in any process. What the request's Idempotency-Key
 * led to is written in the same transaction.
 */
export function openAttempt(
  options: OpeningOptions,
  request: PaymentRequest,
  payment: NewPayment,
): Promise<OpeningResult> {
  return options.storage.store.transact((trx) => openOnce(options, trx, request, payment));
}

async function openOnce(
  options: OpeningOptions,
  trx: Trx,
  request: PaymentRequest,
  payment: NewPayment,
): Promise<OpeningResult> {
  const { idempotency, msisdn } = request;
  if (idempotency === undefined) return openLocked(options, trx, request, payment);
  const taken = await takeKey(options.storage, trx, idempotency);
  if (taken === 'reused') return KEY_REUSED;
  if (taken === 'new') {
    const opening = await openLocked(options, trx, request, payment);
    const led = opening.kind === 'opened' || opening.kind === 'exists' ? opening.payment.id : undefined;
    await keepWithKey(trx, idempotency, led);
    return opening;
  }
  const found = await findPayment(trx, taken.id as PaymentId);
  if (found === undefined) throw new TypeError('The payment of an Idempotency-Key is gone.');
  // The key is kept with the masked number, which another number may share.
  const isOther = found.msisdn !== null && found.msisdn !== msisdn && found.payer === maskMsisdn(msisdn);
  return isOther ? KEY_REUSED : { kind: 'repeated', payment: found };
}

async function openLocked(
  options: OpeningOptions,
  trx: Trx,
  request: PaymentRequest,
  payment: NewPayment,
): Promise<OpeningResult> {
  const { storage } = options;
  const { sub, amount } = request.claims;
  if (request.isAnotherTry && !(await lockOrderOfAmount(storage, trx, sub, amount))) return ORDER_TAKEN;
  const isNew = await insertOrder(trx, sub, amount, storage.clock.now());
  const [, state] = await Promise.all([
    isNew ? undefined : lockOrder(storage, trx, sub),
    readOpeningState(options, trx, request, isNew),
  ]);
  const opening = await openWithin(options, trx, request, payment, state);
  // Each form of a reusable link names a new order: a refused one leaves nothing behind.
  if (isNew && opening.kind !== 'opened') await trx.deleteFrom('orders').where('reference', '=', sub).execute();
  return opening;
}

/**
 * Each statement is sent without waiting for the answer to the one before, and all of them after the locks. A new order
 * has no payments.
 */
async function readOpeningState(
  { storage, limits, cooldownMs }: OpeningOptions,
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

async function openWithin(
  options: OpeningOptions,
  trx: Trx,
  request: PaymentRequest,
  ids: NewPayment,
  state: OpeningState,
): Promise<OpeningResult> {
  const { storage, cooldownMs, limits } = options;
  const { claims, page } = request;
  const decision = decideOpening(
    state,
    {
      amount: claims.amount,
      form: page === undefined ? null : { hash: page.formHash, from: page.from },
      cooldownMs: cooldownBy(storage.clock, cooldownMs),
      promptOpenMs: cooldownMs,
      limits,
      isStopping: options.isStopping(),
      turnInMs: options.turnInMs(),
    },
    momentOf(storage),
  );
  if (decision.kind !== 'open') return decision;
  const payment = await insertAttempt(options, trx, request, ids, state.attempts, options.takeTurn(ids.id));
  await request.alongside?.(trx, payment);
  return { kind: 'opened', payment };
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
async function insertOrder(trx: Trx, reference: OrderReference, amount: number, now: number): Promise<boolean> {
  const inserted = await trx
    .insertInto('orders')
    .values({ reference, amount, created_at: now })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returning('reference')
    .executeTakeFirst();
  return inserted !== undefined;
}

async function insertAttempt(
  { storage, partnerMsisdn }: OpeningOptions,
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
