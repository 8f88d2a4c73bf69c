import { type Language, type Msisdn, maskMsisdn } from '@tsena/shared';
import type { LinkId, OrderClaims, OrderReference, PaymentId } from '@tsena/shared/checkout';
import { sql } from 'kysely';
import { surely } from '../clock.ts';
import { countSent, existingPayment, type OpeningRefusal, refuseOpening, unsentRetryAfter } from '../rules/attemptPolicy.ts';
import type { RateLimited, RateLimits } from '../rules/rateLimits.ts';
import { type Change, changeWithin } from './changes.ts';
import { type ClosedLink, closedLink } from './links.ts';
import { checkRateLimits, lockValue } from './rateLimits.ts';
import { attemptsOf, findPayment } from './reads.ts';
import type { StoredPayment } from './schema.ts';
import { hashSecret, newPaymentId, type Storage } from './storage.ts';
import type { Work } from './transaction.ts';

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
  readonly claims: OrderToPay;
  readonly msisdn: Msisdn;
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
  /** Called right before the payment is written: a companion that is stopping opens none. */
  readonly isStopping?: () => boolean;
}

/** A payment that was never sent and failed because another one replaced it, and the change that wrote this. */
export interface GivenUp {
  readonly payment: StoredPayment;
  readonly change: Change;
}

/** The result of {@link openAttempt}. */
export type Opening =
  | { readonly kind: 'opened'; readonly payment: StoredPayment; readonly gaveUp: readonly GivenUp[] }
  | OpeningRefusal<StoredPayment>
  | { readonly kind: 'stopping' }
  | ClosedLink
  | RateLimited;

/**
 * Opens a payment for an order, in status `created`, unless the order's other payments or a limit forbid it. The order's row is the lock:
 * one request at a time decides, in any process.
 */
export function openAttempt(storage: Storage, request: AttemptRequest): Promise<Opening> {
  return storage.store.transact(async (work) => {
    const { sub, amount } = request.claims;
    const isNew = await lockOrder(storage, work, sub, amount, storage.clock.now());
    const opening = await openWithin(storage, work, request);
    // Each form of a reusable link names a new order: a refused one leaves nothing behind.
    if (isNew && opening.kind !== 'opened') await work.deleteFrom('orders').where('reference', '=', sub).execute();
    return opening;
  });
}

async function openWithin(storage: Storage, work: Work, request: AttemptRequest): Promise<Opening> {
  const now = storage.clock.now();
  const { claims } = request;
  const attempts = await attemptsOf(work, claims.sub);
  const started = startedBy(request.page, attempts);
  if (started !== undefined) return { kind: 'exists', payment: started };
  const refusal = refuseOpening(attempts, claims.amount, now, surely(storage.clock, request.cooldownMs));
  if (refusal !== null) return refusal;
  // In this transaction: a link that was cancelled or has expired before it starts no payment.
  const closed = request.page === undefined ? undefined : await closedLink(storage, work, request.page.link, now);
  if (closed !== undefined) return closed;
  const open = await openOnLink(storage, work, request, now);
  if (open !== undefined) return { kind: 'exists', payment: open };
  if (request.isStopping?.() === true) return { kind: 'stopping' };
  const retryAfterMs = unsentRetryAfter(attempts, now);
  if (retryAfterMs !== null) return { kind: 'limited', code: 'operator_unavailable', retryAfterMs };
  const limited = await checkRateLimits(storage, work, { ...request, order: claims.sub }, now);
  if (limited !== undefined) return limited;

  const gaveUp: GivenUp[] = [];
  for (const { id, status } of attempts) {
    if (status !== 'created') continue;
    const change = giveUp(now);
    const payment = await changeWithin(storage, work, id, change);
    if (payment !== null) gaveUp.push({ payment, change });
    else {
      // On PostgreSQL, the process of that payment may resume at this moment and write `sending`, without the lock on the order. Or the
      // database was restored from a backup, and the payment may have been sent since.
      const resumed = await findPayment(work, id);
      if (resumed !== undefined && resumed.status !== 'failed') return existingPayment(resumed, claims.amount);
    }
  }
  await work.updateTable('orders').set({ amount: claims.amount }).where('reference', '=', claims.sub).execute();
  // Not before the end of those that it replaces: each change has its own time.
  const payment = await insertAttempt(storage, work, request, attempts, storage.clock.now());
  // The new payment has superseded them since they were read.
  return { kind: 'opened', payment, gaveUp: gaveUp.map((one) => ({ ...one, payment: { ...one.payment, superseded: 1 } })) };
}

/**
 * The payment that this form has started already, however it ended: one form starts one payment. On a reusable link, the form that tries
 * again has the value of the payment's own form, and names that payment.
 */
function startedBy(page: PageForm | undefined, attempts: readonly StoredPayment[]): StoredPayment | undefined {
  const newest = page === undefined ? undefined : attempts.find(({ form_hash }) => form_hash === page.formHash);
  return newest?.id === page?.from ? undefined : newest;
}

/**
 * The open payment of this payer on the same link, of another order, as long as the cool-down lasts. Each page of a reusable link is an
 * order of its own, so a reload and another press would send a second prompt to the phone. The lock of the number is the first that the
 * rate limits take, so two of these forms at the same time find each other.
 */
async function openOnLink(
  storage: Storage,
  work: Work,
  { page, claims, msisdn, cooldownMs }: AttemptRequest,
  now: number,
): Promise<StoredPayment | undefined> {
  if (page === undefined) return undefined;
  await lockValue(storage, work, 'msisdn', msisdn);
  // A payment may wait longer than the cool-down before it is sent.
  const since = Math.max(0, now - surely(storage.clock, cooldownMs));
  return work
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

/** The payment was not sent, and its lease has ended. The new fencing token prevents its process from sending it later. */
function giveUp(now: number): Change {
  return {
    to: 'failed',
    from: ['created'],
    openedHere: true,
    set: {
      fence: sql<number>`fence + 1`,
      lease_owner: null,
      lease_until: null,
      next_check_at: null,
      failure_code: 'not_sent',
      final_at: now,
    },
    event: { kind: 'not_sent', data: { code: 'not_sent', reason: 'its process had ended, and another payment replaced it' } },
    webhook: 'payment.failed',
  };
}

/** Locks the order's row, and inserts it first if the order is new. Returns whether it is. */
async function lockOrder(storage: Storage, work: Work, reference: OrderReference, amount: number, now: number): Promise<boolean> {
  const inserted = await work
    .insertInto('orders')
    .values({ reference, amount, created_at: now })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returning('reference')
    .executeTakeFirst();
  if (storage.store.kind === 'postgres') {
    await work.selectFrom('orders').select('reference').where('reference', '=', reference).forUpdate().execute();
  }
  return inserted !== undefined;
}

async function insertAttempt(
  storage: Storage,
  work: Work,
  request: AttemptRequest,
  before: readonly StoredPayment[],
  now: number,
): Promise<StoredPayment> {
  const { claims } = request;
  const [newest] = before;
  if (newest !== undefined) {
    await work
      .updateTable('payments')
      .set({ superseded: 1 })
      .where('order_reference', '=', claims.sub)
      .where('superseded', 'is', null)
      .execute();
  }
  const id: PaymentId = newPaymentId();
  const payment = await work
    .insertInto('payments')
    .values({
      id,
      order_reference: claims.sub,
      attempt_number: (newest?.attempt_number ?? 0) + 1,
      sent_attempt_number: countSent(before) + 1,
      link_id: request.page?.link ?? null,
      form_hash: request.page?.formHash ?? null,
      status: 'created',
      version: 1,
      amount: claims.amount,
      amount_refunded: 0,
      description: claims.description ?? null,
      original_transaction_reference: claims.originalTransactionReference ?? null,
      foreign_currency: claims.foreignCurrency ?? null,
      foreign_amount: claims.foreignAmount ?? null,
      language: request.language,
      msisdn: request.msisdn,
      payer: maskMsisdn(request.msisdn),
      address_hash: request.addressHash,
      correlation_id: request.correlationId,
      reference: request.reference,
      callback_hash: request.callbackSecret === null ? null : hashSecret(request.callbackSecret),
      database_identity: storage.store.identity,
      created_at: now,
      updated_at: now,
      // If this process ends, the payment becomes due when its lease ends.
      next_check_at: now + request.leaseMs,
      status_checks: 0,
      callback_checks: 0,
      reference_attempts: 0,
      reference_attempts_given_back: 0,
      lease_owner: storage.owner,
      lease_until: now + request.leaseMs,
      fence: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await work
    .insertInto('events')
    .values({ payment_id: id, version: 1, at: now, kind: 'created', data: JSON.stringify({ after: newest?.id ?? null }) })
    .execute();
  return payment;
}
