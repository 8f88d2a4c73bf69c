import type { Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/** An open database transaction. */
export type Work = Transaction<Schema>;

/**
 * Runs work in one transaction. When this resolves, all of it is durable. When it rejects, nothing was changed, unless the connection
 * broke during the commit. The work runs again if the database rolled it back in favour of another transaction.
 */
export type Transact = <T>(work: (work: Work) => Promise<T>) => Promise<T>;
