import type { Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/** A transaction on the storage. */
export type Work = Transaction<Schema>;

/**
 * Runs work in one transaction: all of it is durable when this resolves. When it rejects, none of it happened, unless the
 * connection broke while it was being committed. The work may run again where the database undid it for another's sake.
 */
export type Transact = <T>(work: (work: Work) => Promise<T>) => Promise<T>;
