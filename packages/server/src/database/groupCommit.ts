import type { Dialect, Kysely } from 'kysely';
import type { Schema } from './schema.ts';
import { endableTrx, type Transact, type Trx } from './transaction.ts';

/** The most transactions that share one commit. The process does nothing else while it runs them. */
const MAX_GROUP_SIZE = 32;

/**
 * Runs its work in the group's transaction. Resolves to a function that settles the caller's promise, to call once the
 * group is durable.
 */
type Member = { run(trx: Trx): Promise<() => void>; reject(error: unknown): void };

/**
 * Groups transactions that are requested at the same time into one, so that one write to the disk makes them all
 * durable. A caller's promise settles only after that. If the work of one member fails, the group is rolled back, and
 * each member runs again alone; if the begin or the commit fails, all members fail.
 */
export function createGroupCommit(db: Kysely<Schema>, dialect: Dialect): Transact {
  const waiting: Member[] = [];
  let isCommitting = false;

  function next(): void {
    if (isCommitting || waiting.length === 0) return;
    isCommitting = true;
    // Requests that have arrived already are handled first, so that their writes join this group.
    setImmediate(() => {
      void commit(waiting.splice(0, MAX_GROUP_SIZE)).finally(() => {
        isCommitting = false;
        next();
      });
    });
  }

  async function commit(group: readonly Member[]): Promise<void> {
    let isMemberRunning = false;
    try {
      const settle = await db.transaction().execute(async (trx) => {
        const outcomes: (() => void)[] = [];
        for (const member of group) {
          isMemberRunning = true;
          outcomes.push(await member.run(trx));
          isMemberRunning = false;
        }
        return outcomes;
      });
      for (const one of settle) one();
    } catch (error) {
      if (isMemberRunning && group.length > 1) for (const member of group) await commit([member]);
      else for (const { reject } of group) reject(error);
    }
  }

  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({
        reject,
        async run(transaction) {
          const executor = transaction.getExecutor();
          const own = endableTrx(db, dialect, {
            provideConnection: (consumer) => executor.provideConnection(consumer),
          });
          try {
            const result = await work(own.trx);
            return () => resolve(result);
          } finally {
            own.end();
          }
        },
      });
      next();
    });
}
