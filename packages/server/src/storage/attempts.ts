import { type Language, type Msisdn, maskMsisdn } from '@tsena/shared';
import type { OrderClaims, OrderReference, PaymentId } from '@tsena/shared/checkout';
import { sql } from 'kysely';
import { surely } from '../clock.ts';
import { countSent, existingPayment, type OpeningRefusal, refuseOpening, unsentRetryAfter } from '../rules/attemptPolicy.ts';
import type { RateLimited, RateLimits } from '../rules/rateLimits.ts';
import { type Change, changeWithin } from './changes.ts';
import { checkRateLimits } from './rateLimits.ts';
import { attemptsOf, findPayment } from './reads.ts';
import type { StoredPayment } from './schema.ts';
import { hashSecret, newPaymentId, type Storage } from './storage.ts';
import type { Work } from './transaction.ts';

/** What a new attempt needs. */
export interface AttemptRequest {
  readonly claims: OrderClaims;
  readonly msisdn: Msisdn;
  readonly language: Language;
  readonly addressHash: string | null;
  readonly correlationId: string;
  readonly reference: string;
  readonly callbackSecret: string | null;
  /** After which a silent attempt no longer blocks a new one, ms. */
  readonly cooldownMs: number;
  /** How long this process may hold the attempt before it counts as given up, ms. */
  readonly leaseMs: number;
  readonly limits: RateLimits;
  /** Asked right before an attempt is written: a companion that stops begins none. */
  readonly isStopping?: () => boolean;
}

/** An attempt that was given up for a new one, and the change that did it. */
export interface GivenUp {
  readonly payment: StoredPayment;
  readonly change: Change;
}

/** What became of the wish to pay an order. */
export type Opening =
  | { readonly kind: 'opened'; readonly payment: StoredPayment; readonly gaveUp: readonly GivenUp[] }
  | OpeningRefusal<StoredPayment>
  | { readonly kind: 'stopping' }
  | RateLimited;

/**
 * Opens an attempt for an order in state `created`, unless one stands. One at a time for an order, whoever asks,
 * from whichever process: the order's row is the lock.
 */
export function openAttempt(storage: Storage, request: AttemptRequest): Promise<Opening> {
  return storage.store.transact(async (work) => {
    const now = storage.clock.now();
    const { claims } = request;
    await lockOrder(storage, work, claims.sub, claims.amount, now);

    const attempts = await attemptsOf(work, claims.sub);
    const refusal = refuseOpening(attempts, claims.amount, now, surely(storage.clock, request.cooldownMs));
    if (refusal !== null) return refusal;
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
        // Its process woke up at this moment and wrote `sending`; only on PostgreSQL, where that does not wait for the order's row.
        // Or the database was restored since, and cannot say that nothing was sent.
        const woken = await findPayment(work, id);
        if (woken !== undefined && woken.status !== 'failed') return existingPayment(woken, claims.amount);
      }
    }
    await work.updateTable('orders').set({ amount: claims.amount }).where('reference', '=', claims.sub).execute();
    const payment = await insertAttempt(storage, work, request, attempts, now);
    // As their rows stand now: the new attempt has taken their place.
    return { kind: 'opened', payment, gaveUp: gaveUp.map((one) => ({ ...one, payment: { ...one.payment, superseded: 1 } })) };
  });
}

/** Nothing of it was sent and its lease has lapsed. With the new fence, a process that wakes up can send it no more. */
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
    event: { kind: 'not_sent', data: { code: 'not_sent', reason: 'its process was gone, and a new attempt took its place' } },
    webhook: 'payment.failed',
  };
}

async function lockOrder(storage: Storage, work: Work, reference: OrderReference, amount: number, now: number): Promise<void> {
  await work
    .insertInto('orders')
    .values({ reference, amount, created_at: now })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .execute();
  if (storage.store.kind === 'postgres') {
    await work.selectFrom('orders').select('reference').where('reference', '=', reference).forUpdate().execute();
  }
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
      status: 'created',
      version: 1,
      amount: claims.amount,
      description: claims.description ?? null,
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
      // A row that nobody finishes comes up again when its lease ends.
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
