import { type Language, type Msisdn, maskMsisdn } from '@tsena/shared';
import type { OrderClaims, OrderReference, PaymentId } from '@tsena/shared/checkout';
import { hashSecret, type Ledger, newPaymentId } from './ledger.ts';
import { type Limited, type Limits, pastLimit } from './limits.ts';
import { currentPayment } from './reads.ts';
import type { StoredPayment } from './schema.ts';
import type { Work } from './transaction.ts';

/** How many attempts of one order may be sent. */
export const MAX_ATTEMPTS = 5;

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
  readonly limits: Limits;
}

/** What became of the wish to pay an order. */
export type Opening =
  | { readonly kind: 'opened'; readonly payment: StoredPayment }
  | { readonly kind: 'stands'; readonly payment: StoredPayment }
  | { readonly kind: 'changed'; readonly payment: StoredPayment }
  | { readonly kind: 'exhausted'; readonly payment: StoredPayment }
  | Limited;

/** Whether a new attempt may take the place of this one now. Money that moved, or may have in a way only a person can tell, blocks. */
export function mayFollow(payment: StoredPayment, now: number, cooldownMs: number): boolean {
  if (payment.status === 'completed' || payment.mismatch !== null) return false;
  if (payment.sent_at !== null && payment.sent_attempt >= MAX_ATTEMPTS) return false;
  if (payment.status === 'failed' || payment.decision === 'not_received') return true;
  return payment.decision === null && now - payment.created_at >= cooldownMs;
}

/**
 * Opens an attempt for an order in state `created`, unless one stands. One at a time for an order, whoever asks,
 * from whichever process: the order's row is the lock.
 */
export function openAttempt(ledger: Ledger, request: AttemptRequest): Promise<Opening> {
  return ledger.store.transact(async (work) => {
    const now = ledger.clock.now();
    const { claims } = request;
    await lockOrder(ledger, work, claims.sub, claims.amount, now);

    const current = await currentPayment(work, claims.sub);
    if (current !== undefined) {
      const follows = mayFollow(current, now, request.cooldownMs);
      if (current.status === 'failed') {
        if (!follows) return { kind: 'exhausted', payment: current };
      } else {
        if (current.amount !== claims.amount) return { kind: 'changed', payment: current };
        if (!follows) return { kind: 'stands', payment: current };
      }
    }
    const limited = await pastLimit(ledger, work, { ...request, order: claims.sub }, now);
    if (limited !== undefined) return limited;

    await work.updateTable('orders').set({ amount: claims.amount }).where('reference', '=', claims.sub).execute();
    return { kind: 'opened', payment: await insertAttempt(ledger, work, request, current, now) };
  });
}

async function lockOrder(ledger: Ledger, work: Work, reference: OrderReference, amount: number, now: number): Promise<void> {
  await work
    .insertInto('orders')
    .values({ reference, amount, created_at: now })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .execute();
  if (ledger.store.kind === 'postgres') {
    await work.selectFrom('orders').select('reference').where('reference', '=', reference).forUpdate().execute();
  }
}

async function insertAttempt(
  ledger: Ledger,
  work: Work,
  request: AttemptRequest,
  before: StoredPayment | undefined,
  now: number,
): Promise<StoredPayment> {
  const { claims } = request;
  const newest = await work
    .selectFrom('payments')
    .select(({ fn }) => [fn.max('attempt').as('attempt'), fn.count('sent_at').as('sent')])
    .where('order_reference', '=', claims.sub)
    .executeTakeFirstOrThrow();
  const id: PaymentId = newPaymentId();
  const payment = await work
    .insertInto('payments')
    .values({
      id,
      order_reference: claims.sub,
      attempt: Number(newest.attempt ?? 0) + 1,
      sent_attempt: Number(newest.sent) + 1,
      status: 'created',
      version: 1,
      amount: claims.amount,
      description: claims.description ?? null,
      fc: claims.fc ?? null,
      amount_fc: claims.amountFc ?? null,
      language: request.language,
      msisdn: request.msisdn,
      payer: maskMsisdn(request.msisdn),
      address_hash: request.addressHash,
      correlation_id: request.correlationId,
      reference: request.reference,
      callback_hash: request.callbackSecret === null ? null : hashSecret(request.callbackSecret),
      created_at: now,
      updated_at: now,
      // A row that nobody finishes comes up again when its lease ends.
      next_look_at: now + request.leaseMs,
      looks: 0,
      callback_looks: 0,
      claim_tries: 0,
      lease_owner: ledger.owner,
      lease_until: now + request.leaseMs,
      fence: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await work
    .insertInto('events')
    .values({ payment_id: id, version: 1, at: now, kind: 'created', data: JSON.stringify({ after: before?.id ?? null }) })
    .execute();
  return payment;
}
