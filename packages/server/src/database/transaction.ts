import { type ConnectionProvider, type Dialect, type Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/** An open database transaction. */
export type Trx = Transaction<Schema>;

/**
 * Runs work in one transaction. When this resolves, all of it is durable. When it rejects, nothing was changed, unless the connection
 * broke during the commit. The work runs again if the database rolled it back in favour of another transaction.
 */
export type Transact = <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;

/** A transaction that takes no statement after its end. */
export interface EndableTrx {
  readonly trx: Trx;
  /** @param error why, if a statement has failed: those after it fail by the same error */
  end(error?: unknown): void;
}

/**
 * Makes a transaction of a connection on which one has begun. Of several statements at once, one can fail while others are still to be
 * called: after the rollback, they would be outside of the transaction.
 */
export function endableTrx(db: Kysely<Schema>, dialect: Dialect, { provideConnection }: ConnectionProvider): EndableTrx {
  let hasEnded = false;
  let endedBy: unknown;
  const executor = db.getExecutor().withConnectionProvider({
    // Asked when its turn comes: a statement may have waited for another one.
    provideConnection: (consumer) =>
      provideConnection((connection) =>
        hasEnded ? Promise.reject(endedBy ?? new Error('the transaction has ended')) : consumer(connection),
      ),
  });
  return {
    trx: new Transaction<Schema>({ config: { dialect }, dialect, driver: dialect.createDriver(), executor }),
    end(error) {
      hasEnded = true;
      endedBy ??= error;
    },
  };
}
