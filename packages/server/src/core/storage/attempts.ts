import { type Language, type Msisdn, maskMsisdn } from '@tsena/shared';
import type { LinkId, OrderClaims, OrderReference, PaymentId } from '@tsena/shared/checkout';
import { requireCurrentTime } from '../../database/databaseTime.ts';
import type { StoredPayment } from '../../database/schema.ts';
import type { Trx } from '../../database/transaction.ts';
import { cooldownBy } from '../../time/clock.ts';
import { countSent, type OpeningRefusal } from '../rules/attemptPolicy.ts';
import { changeToSending } from '../rules/decisions/initiation.ts';
import type { HistoryEvent } from '../rules/historyEvent.ts';
import { type ClosedLink, decideOpening, type OpeningState } from '../rules/opening.ts';
import type { RateLimited, RateLimits } from '../rules/rateLimits.ts';
import { readReports } from './callbacks.ts';
import { isOpenedHere } from './paymentState.ts';
import { lockPayer, type OpeningPayment, readPeriodsFull, readPrompts } from './rateLimits.ts';
import { attemptsOf } from './reads.ts';
import { hashSecret, momentOf, type Storage } from './storage.ts';
import { type WrittenChange, writeDecision } from './writeDecision.ts';

/** The fencing token of a payment's first lease. */
export const FIRST_FENCE = 1;

/** The order that a payment collects, as its signature or its payment link fixes it. */
export type OrderToPay = Omit<OrderClaims, 'exp' | 'returnUrl'>;

/** The payment page on which a payment begins. */
export interface PageForm {
  readonly link: LinkId;
  /** SHA-256 of the form's one-time value. */
  readonly formHash: string;
  /** The payment on whose page the form was, if it was there to try again. */
  readonly from?: PaymentId | undefined;
}

/** What {@link openAttempt} takes. */
export interface AttemptRequest {
  readonly id: PaymentId;
  readonly claims: OrderToPay;
  readonly msisdn: Msisdn;
  readonly partnerMsisdn: Msisdn;
  readonly language: Language;
  readonly addressHash: string | null;
  readonly correlationId: string;
  readonly reference: string;
  readonly callbackSecret: string | null;
  /** The payment page, unless the payment begins in a widget. */
  readonly page?: PageForm | undefined;
  /** The cool-down after which a payment without an answer no longer blocks another one, ms. */
  readonly cooldownMs: number;
  /** How long the payment's first lease lasts without renewal, ms. */
  readonly leaseMs: number;
  readonly limits: RateLimits;
  /** The name of the merchant key that begins it at the counter. */
  readonly by?: string | undefined;
  /** Called right before the decision: a companion that is stopping opens no payment. */
  readonly isStopping?: () => boolean;
  /** Called right before the decision: how long the initiation would wait for its turn, ms. */
  readonly turnInMs?: () => number;
  /**
   * Called right before the payment is opened, again if the transaction runs again: whether it is opened as `sending`.
   */
  readonly isSentAtOnce?: () => boolean;
}

/**
 * The result of {@link openAttempt}. `gaveUp`: payments that were never sent, and failed because this one replaced
 * them.
 */
export type AttemptResult =
  | { readonly kind: 'opened'; readonly payment: StoredPayment; readonly gaveUp: readonly WrittenChange[] }
  | OpeningRefusal<StoredPayment>
  | { readonly kind: 'stopping' }
  | ClosedLink
  | RateLimited;

/**
 * The result of an opening that an Idempotency-Key guards. `repeated`: an earlier request with this key has led to the
 * payment; `refused`: it had another body, or its order is not one of the counter.
 */
export type AttemptOnceResult =
  | AttemptResult
  | { readonly kind: 'repeated'; readonly payment: StoredPayment }
  | { readonly kind: 'refused'; readonly code: 'idempotency_key_reused' | 'order_taken' };

/**
 * Opens a payment, or finds the one of an earlier request. What it writes is written together with the payment, or not
 * at all.
 */
export type OpenOnce = (trx: Trx, open: () => Promise<AttemptResult>) => Promise<AttemptOnceResult>;

/**
 * Opens a payment for an order, in status `created` or `sending`, unless the order's other payments or a limit forbid
 * it. The order's row is the lock: one request at a time decides, in any process.
 */
export function openAttempt(storage: Storage, request: AttemptRequest): Promise<AttemptResult>;
export function openAttempt(
  storage: Storage,
  request: AttemptRequest,
  once: OpenOnce | undefined,
): Promise<AttemptOnceResult>;
export function openAttempt(
  storage: Storage,
  request: AttemptRequest,
  once: OpenOnce = (_trx, open) => open(),
): Promise<AttemptOnceResult> {
  return storage.store.transact((trx) => once(trx, () => openLocked(storage, trx, request)));
}

async function openLocked(storage: Storage, trx: Trx, request: AttemptRequest): Promise<AttemptResult> {
  const { sub, amount } = request.claims;
  const isNew = await insertOrder(trx, sub, amount, storage.clock.now());
  const [, state] = await Promise.all([
    isNew ? undefined : lockOrder(storage, trx, sub),
    readOpeningState(storage, trx, request, isNew),
  ]);
  const opening = await openWithin(storage, trx, request, state);
  // Each form of a reusable link names a new order: a refused one leaves nothing behind.
  if (isNew && opening.kind !== 'opened') await trx.deleteFrom('orders').where('reference', '=', sub).execute();
  return opening;
}

/**
 * Each statement is sent without waiting for the answer to the one before, and all of them after the locks. A new order
 * has no payments.
 */
async function readOpeningState(
  storage: Storage,
  trx: Trx,
  request: AttemptRequest,
  isNew: boolean,
): Promise<OpeningState> {
  const { claims, page } = request;
  const now = storage.clock.now();
  const link = page === undefined ? undefined : await storage.hooks.lockPage(storage, trx, page.link);
  const opening: OpeningPayment = { ...request, order: claims.sub, linkSource: link?.source ?? null };
  const [, attempts, openOnLink, prompts, periodsFull] = await Promise.all([
    lockPayer(storage, trx, opening),
    isNew ? [] : attemptsOf(trx, claims.sub),
    findOpenOnLink(storage, trx, request, now),
    readPrompts(trx, opening, now),
    readPeriodsFull(trx, opening, now),
  ]);
  return {
    attempts,
    link: link ?? null,
    openOnLink: openOnLink ?? null,
    prompts,
    periodsFull,
    reports: await readReports(trx, attempts),
    openedHere: await openedHere(storage, trx, attempts),
  };
}

async function openedHere(storage: Storage, trx: Trx, attempts: readonly StoredPayment[]): Promise<Set<PaymentId>> {
  const ids = new Set<PaymentId>();
  for (const attempt of attempts) {
    if (attempt.status === 'created' && (await isOpenedHere(storage, trx, attempt))) ids.add(attempt.id);
  }
  return ids;
}

async function openWithin(
  storage: Storage,
  trx: Trx,
  request: AttemptRequest,
  state: OpeningState,
): Promise<AttemptResult> {
  const { claims, page, cooldownMs, limits, isStopping, turnInMs } = request;
  const decision = decideOpening(
    state,
    {
      amount: claims.amount,
      form: page === undefined ? null : { hash: page.formHash, from: page.from },
      cooldownMs: cooldownBy(storage.clock, cooldownMs),
      promptOpenMs: cooldownMs,
      limits,
      isStopping: isStopping?.() === true,
      turnInMs: turnInMs?.() ?? 0,
    },
    momentOf(storage),
  );
  if (decision.kind !== 'open') return decision;
  const gaveUp: WrittenChange[] = [];
  let { attempts } = state;
  for (const { payment, change } of decision.gaveUp) {
    const { written } = await writeDecision(storage, trx, { payment, attempts }, { changes: [change], outcome: null });
    attempts = attempts.map((attempt) => written.find((one) => one.payment.id === attempt.id)?.payment ?? attempt);
    gaveUp.push(...written);
  }
  // Not before the end of those that it replaces: each change has its own time.
  const isSentAtOnce = request.isSentAtOnce?.() === true;
  const payment = await insertAttempt(storage, trx, request, attempts, isSentAtOnce, storage.clock.now());
  // The new payment has superseded them.
  return {
    kind: 'opened',
    payment,
    gaveUp: gaveUp.map((one) => ({ ...one, payment: { ...one.payment, superseded: 1 } })),
  };
}

/**
 * The open payment of this payer on the same link, of another order, as long as the cool-down lasts. Each page of a
 * reusable link is an order of its own, so a reload and another press would send a second prompt to the phone.
 */
async function findOpenOnLink(
  storage: Storage,
  trx: Trx,
  { page, claims, msisdn, cooldownMs }: AttemptRequest,
  now: number,
): Promise<StoredPayment | undefined> {
  if (page === undefined) return undefined;
  // A payment may wait longer than the cool-down before it is sent.
  const since = Math.max(0, now - cooldownBy(storage.clock, cooldownMs));
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

async function lockOrder({ store }: Storage, trx: Trx, reference: OrderReference): Promise<void> {
  if (store.kind === 'sqlite') return;
  await trx.selectFrom('orders').select('reference').where('reference', '=', reference).forUpdate().execute();
}

async function insertAttempt(
  storage: Storage,
  trx: Trx,
  request: AttemptRequest,
  before: readonly StoredPayment[],
  isSentAtOnce: boolean,
  now: number,
): Promise<StoredPayment> {
  const { id, claims, correlationId: correlation_id, reference } = request;
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
      id,
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
      partner_msisdn: request.partnerMsisdn,
      address_hash: request.addressHash,
      correlation_id,
      reference,
      callback_hash: request.callbackSecret === null ? null : hashSecret(request.callbackSecret),
      database_identity: storage.store.identity,
      created_at: now,
      updated_at: now,
      // If this process ends, the payment becomes due when its lease ends.
      next_check_at: now + request.leaseMs,
      status_checks: 0,
      reference_attempts: 0,
      reference_attempts_given_back: 0,
      lease_owner: storage.owner,
      lease_until: now + request.leaseMs,
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
