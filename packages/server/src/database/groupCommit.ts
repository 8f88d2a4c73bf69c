import { CompiledQuery, type Dialect, type Kysely } from 'kysely';
import type { Schema } from './schema.ts';
import { endableTrx, type Transact, type Trx } from './transaction.ts';

/** The most transactions that share one commit. The process does nothing else while it runs them. */
const MAX_GROUP_SIZE = 32;

const SAVEPOINT = CompiledQuery.raw('savepoint member');
const RELEASE = CompiledQuery.raw('release member');
const ROLLBACK = CompiledQuery.raw('rollback to member');

/**
 * Runs its work in the group's transaction. Resolves to a function that settles the caller's promise, to call once the
 * group is durable.
 */
type Member = { join(trx: Trx, alone: boolean): Promise<() => void>; reject(error: unknown): void };

/**
 * Groups transactions that are requested at the same time into one, so that one write to the disk makes them all
 * durable. A caller's promise settles only after that. If one member fails, only its own changes are rolled back; if
 * the commit fails, all members fail.
 */
export function createGroupCommit(db: Kysely<Schema>, dialect: Dialect): Transact {
  const waiting: Member[] = [];
  let isCommitting = false;

  function next(): void {
    if (isCommitting || waiting.length === 0) return;
    isCommitting = true;
    // Requests that have arrived already are handled first, so that their writes join this group.
    setImmediate(() => void commit(waiting.splice(0, MAX_GROUP_SIZE)));
  }

  async function commit(group: readonly Member[]): Promise<void> {
    try {
      const settle = await db.transaction().execute(async (trx) => {
        const outcomes: (() => void)[] = [];
        for (const member of group) outcomes.push(await member.join(trx, group.length === 1));
        return outcomes;
      });
      for (const one of settle) one();
    } catch (error) {
      for (const { reject } of group) reject(error);
    } finally {
      isCommitting = false;
      next();
    }
  }

  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({
        reject,
        async join(transaction, alone) {
          const executor = transaction.getExecutor();
          const own = endableTrx(db, dialect, {
            provideConnection: (consumer) => executor.provideConnection(consumer),
          });
          if (!alone) await transaction.executeQuery(SAVEPOINT);
          try {
            const result = await work(own.trx);
            own.end();
            if (!alone) await transaction.executeQuery(RELEASE);
            return () => resolve(result);
          } catch (error) {
            own.end();
            if (alone || !(await rollBack(transaction))) throw error;
            return () => reject(error);
          }
        },
      });
      next();
    });
}

/** Rolls back one member. False if SQLite has ended the whole transaction, as it may do on a full disk. */
async function rollBack(trx: Trx): Promise<boolean> {
  try {
    await trx.executeQuery(ROLLBACK);
    await trx.executeQuery(RELEASE);
    return true;
  } catch {
    return false;
  }
}
