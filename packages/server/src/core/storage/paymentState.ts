import type { PaymentId } from '@tsena/shared/checkout';
import { requireCurrentTime } from '../../database/databaseTime.ts';
import type { Trx } from '../../database/transaction.ts';
import { reportsAmong } from '../rules/callbackChecks.ts';
import type { Input } from '../rules/decide.ts';
import { NO_CANDIDATES, type PaidOwner, type State } from '../rules/decision.ts';
import type { PayingTransaction } from '../rules/decisions/completion.ts';
import { boundIdOf, payingTransactions } from '../rules/payingTransactions.ts';
import type { StoredPayment } from '../rules/payment.ts';
import { callbacksOfOrder } from './callbacks.ts';
import { lockAttempts, lockSameTransaction } from './locks.ts';
import { findBoundTo, historiesOf, orderOf } from './reads.ts';
import { findPaidBy } from './sameTransaction.ts';
import type { Storage } from './storage.ts';
import { readCandidates } from './transactionUse.ts';

/**
 * Locks a payment and its order, and reads all that a decision may depend on. Until the transaction ends, nothing of it
 * changes.
 *
 * @returns undefined if there is no payment with this id
 */
export async function readState(storage: Storage, trx: Trx, id: PaymentId, input: Input): Promise<State | undefined> {
  const boundId = boundIdOf(input);
  const order = orderOf(trx, id);
  const { databaseTime } = storage.store;
  // Each statement is sent without waiting for the answer to the one before.
  const [, attempts, callbacks, histories, boundTo] = await Promise.all([
    // Only completions take this lock, and they take it first: then no two transactions wait for each other.
    mayComplete(input) ? lockSameTransaction(storage, trx, id) : undefined,
    lockAttempts(storage, trx, id),
    callbacksOfOrder(trx, order),
    historiesOf(trx, order),
    boundId === undefined ? undefined : findBoundTo(trx, id, boundId),
    // As for an opening: others may count the lease and the cool-down from another time.
    input.kind === 'sending' && databaseTime !== null ? requireCurrentTime(trx, databaseTime) : undefined,
  ]);
  const payment = attempts.find((attempt) => attempt.id === id);
  if (payment === undefined) return undefined;
  return {
    payment,
    attempts,
    callbacks: callbacks.filter(({ payment_id }) => payment_id === id),
    reports: reportsAmong(
      attempts.filter((attempt) => attempt.id !== id),
      callbacks,
    ),
    history: histories.get(id) ?? [],
    histories,
    takenBy: await readOwners(trx, payment, payingTransactions(payment, input)),
    boundTo: boundTo ?? null,
    candidates: input.kind === 'sale' ? await readCandidates(trx, id, input.reference, input.money) : NO_CANDIDATES,
  };
}

function mayComplete(input: Input): boolean {
  return (
    (input.kind === 'evidence' && input.transactions.length > 0) || input.kind === 'reference' || input.kind === 'sale'
  );
}

async function readOwners(
  trx: Trx,
  payment: StoredPayment,
  transactions: readonly PayingTransaction[],
): Promise<State['takenBy']> {
  const takenBy = new Map<string, PaidOwner>();
  for (const transaction of transactions) {
    const owner = await findPaidBy(trx, payment, transaction);
    if (owner !== undefined) takenBy.set(transaction.reference, owner);
  }
  return takenBy;
}
