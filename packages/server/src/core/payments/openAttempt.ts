import { type Msisdn, maskMsisdn } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import type { StoredPayment } from '../../database/schema.ts';
import type { Trx } from '../../database/transaction.ts';
import { cooldownBy } from '../../time/clock.ts';
import type { OpeningRefusal } from '../rules/attemptPolicy.ts';
import { type ClosedLink, decideOpening, type OpeningState } from '../rules/opening.ts';
import type { RateLimited, RateLimits } from '../rules/rateLimits.ts';
import { deleteOrder, insertAttempt, insertOrder, type NewPayment, readOpeningState } from '../storage/attempts.ts';
import { keepWithKey, takeKey } from '../storage/idempotencyKeys.ts';
import { lockOrder, lockOrderOfAmount } from '../storage/locks.ts';
import type { PaymentRequest } from '../storage/paymentRequest.ts';
import { findPayment } from '../storage/reads.ts';
import { momentOf, type Storage } from '../storage/storage.ts';

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
  if (isNew && opening.kind !== 'opened') await deleteOrder(trx, sub);
  return opening;
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
      askedAbout: request.askedAbout,
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
