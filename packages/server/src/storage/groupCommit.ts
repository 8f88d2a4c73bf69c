import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';
import type { Transact, Work } from './transaction.ts';

/** Works that share one commit, at most; the process does nothing else meanwhile. */
const LARGEST_GROUP = 32;

/** Puts its work into the group's transaction. Resolves to what its caller is told once the group is durable. */
type Member = { join(work: Work, alone: boolean): Promise<() => void>; reject(error: unknown): void };

/**
 * Transactions of those who write at the same moment, made durable by one write to the disk instead of one each. Nobody is told before
 * it is done. A work that fails is undone alone; where the transaction itself fails, all of its works did.
 */
export function createGroupCommit(db: Kysely<Schema>): Transact {
  const waiting: Member[] = [];
  let underWay = false;

  function next(): void {
    if (underWay || waiting.length === 0) return;
    underWay = true;
    // After all that has arrived by now has been taken in, so that it comes along.
    setImmediate(() => void commit(waiting.splice(0, LARGEST_GROUP)));
  }

  async function commit(group: readonly Member[]): Promise<void> {
    try {
      const tell = await db.transaction().execute(async (work) => {
        const outcomes: (() => void)[] = [];
        for (const member of group) outcomes.push(await member.join(work, group.length === 1));
        return outcomes;
      });
      for (const one of tell) one();
    } catch (error) {
      for (const { reject } of group) reject(error);
    } finally {
      underWay = false;
      next();
    }
  }

  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({
        reject,
        async join(transaction, alone) {
          if (!alone) await sql`savepoint member`.execute(transaction);
          try {
            const result = await work(transaction);
            if (!alone) await sql`release member`.execute(transaction);
            return () => resolve(result);
          } catch (error) {
            if (alone || !(await undo(transaction))) throw error;
            return () => reject(error);
          }
        },
      });
      next();
    });
}

/** False where there is nothing to go back to: SQLite has ended the whole transaction, as it may on a full disk. */
async function undo(work: Work): Promise<boolean> {
  try {
    await sql`rollback to member`.execute(work);
    await sql`release member`.execute(work);
    return true;
  } catch {
    return false;
  }
}
