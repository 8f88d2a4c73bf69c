import type { PaymentId } from '@tsena/shared/checkout';
import type { Trx } from '../../database/transaction.ts';
import { decide, type Input, type InputKind, type InputOf, type OutcomeOf } from '../rules/decide.ts';
import { readState } from '../storage/paymentState.ts';
import { momentOf, type Storage } from '../storage/storage.ts';
import { type WrittenDecision, writeDecision } from '../storage/writeDecision.ts';

/** A decision that was applied. */
export interface Applied<Outcome = unknown> extends WrittenDecision {
  readonly outcome: Outcome;
}

/** Writes something else in the transaction of a decision. */
export type Alongside = (trx: Trx) => Promise<void>;

/**
 * Reads what a decision depends on, decides and writes, in one transaction under the lock of the order.
 *
 * @returns undefined if there is no payment with this id
 */
export function applyDecision<Kind extends InputKind>(
  storage: Storage,
  id: PaymentId,
  input: InputOf<Kind>,
  alongside?: Alongside,
): Promise<Applied<OutcomeOf<Kind>> | undefined> {
  return storage.store.transact(async (trx) => {
    const applied = await applyWithin(storage, trx, id, input);
    if (applied !== undefined && applied.written.length > 0) await alongside?.(trx);
    return applied;
  });
}

/** {@link applyDecision} within a transaction that writes something else too. */
export async function applyWithin<Kind extends InputKind>(
  storage: Storage,
  trx: Trx,
  id: PaymentId,
  input: InputOf<Kind>,
): Promise<Applied<OutcomeOf<Kind>> | undefined> {
  const state = await readState(storage, trx, id, input as Input);
  if (state === undefined) return undefined;
  const decision = decide(state, input, momentOf(storage));
  return { ...(await writeDecision(storage, trx, state, decision)), outcome: decision.outcome };
}
