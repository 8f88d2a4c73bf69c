import type { Storage } from '../../core/storage/storage.ts';
import type { Trx } from '../../database/transaction.ts';
import { ProblemError } from '../../input/problemError.ts';

/**
 * Runs work in a transaction. A refusal is returned by the work, and thrown after the transaction: a failure would make
 * the transactions run again that share its commit. So work that refuses has written nothing, or has deleted it.
 *
 * @throws ProblemError the refusal
 */
export async function transactOrRefuse<T>(
  { store }: Pick<Storage, 'store'>,
  work: (trx: Trx) => Promise<T | ProblemError>,
): Promise<T> {
  const result = await store.transact(work);
  if (result instanceof ProblemError) throw result;
  return result;
}
