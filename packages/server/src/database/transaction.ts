import { type ConnectionProvider, type Dialect, type Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/** An open database transaction. */
export type Trx = Transaction<Schema>;

/**
 * Runs work in one transaction. When this resolves, all of it is durable. When it rejects, nothing was changed, unless
 * the connection broke during the commit. The work may run again: because PostgreSQL rolled it back in favour of
 * another transaction, or because another member of its group failed on SQLite. So it changes nothing outside of the
 * transaction that a second run would change again, and it returns a refusal instead of throwing it.
 */
export type Transact = <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;

/** A transaction that takes no statement after its end, nor after one that has failed. */
export interface EndableTrx {
  readonly trx: Trx;
  end(): void;
}

/**
 * Makes a transaction of a connection on which one has begun. Of several statements at once, one can fail while others
 * are still to be called: after the rollback, they would be outside of the transaction.
 */
export function endableTrx(
  db: Kysely<Schema>,
  dialect: Dialect,
  { provideConnection }: ConnectionProvider,
): EndableTrx {
  let endedBy: unknown;
  const executor = db.getExecutor().withConnectionProvider({
    // Asked when its turn comes: a statement may have waited for another one.
    provideConnection: (consumer) =>
      provideConnection(async (connection) => {
        if (endedBy !== undefined) throw endedBy;
        try {
          return await consumer(connection);
        } catch (error) {
          // SQLite may have ended it: a statement after this one would be written outside of it. PostgreSQL ignores
          // those that were sent already, and says of each only that an earlier one has failed.
          endedBy ??= error;
          throw endedBy;
        }
      }),
  });
  return {
    trx: new Transaction<Schema>({ config: { dialect }, dialect, driver: dialect.createDriver(), executor }),
    end() {
      endedBy ??= new Error('the transaction has ended');
    },
  };
}
