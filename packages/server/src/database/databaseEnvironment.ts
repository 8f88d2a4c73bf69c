import type { Kysely } from 'kysely';
import type { OperatorEnvironment, Settings } from '../config/settings.ts';
import { takeCompanionLock } from './companionLock.ts';
import type { Schema } from './schema.ts';
import { cannotBeOpened } from './storageFailure.ts';
import { openStore, type Store } from './store.ts';
import { WrongEnvironment } from './wrongEnvironment.ts';

/** The environment to which a database belongs; undefined if no companion has used it yet. */
export async function readEnvironment(db: Kysely<Schema>): Promise<string | undefined> {
  const row = await db.selectFrom('properties').select('value').where('name', '=', 'environment').executeTakeFirst();
  return row?.value;
}

/**
 * Binds a new database to an environment, durably. Of two companions that start at the same time with different
 * environments, the second finds the first one's.
 *
 * @throws WrongEnvironment if it belongs to the other environment
 */
export async function requireEnvironment({ db, write }: Store, environment: OperatorEnvironment): Promise<void> {
  if ((await readEnvironment(db)) === undefined) {
    await write((writable) =>
      writable
        .insertInto('properties')
        .values({ name: 'environment', value: environment })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute(),
    );
  }
  const stored = await readEnvironment(db);
  if (stored !== environment) throw new WrongEnvironment(stored ?? 'unknown', environment);
}

/**
 * Opens the database of the settings. Every process that may change payments opens it so.
 *
 * @throws StorageUnavailable if it cannot be opened
 * @throws WrongEnvironment if it belongs to the other environment
 */
export async function openStoreOf({ DATABASE_URL, OPERATOR_ENVIRONMENT }: Settings): Promise<Store> {
  const store = await openStore(DATABASE_URL);
  try {
    await requireEnvironment(store, OPERATOR_ENVIRONMENT);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/**
 * Opens the database of the settings for a companion. SQLite is for one at a time: its lock comes first, because an
 * opening migrates.
 *
 * @throws StorageUnavailable if it cannot be opened, or another companion serves it
 * @throws WrongEnvironment if it belongs to the other environment
 */
export async function openServedStore(settings: Settings): Promise<Store> {
  const release = takeLock(settings.DATABASE_URL);
  try {
    const store = await openStoreOf(settings);
    return {
      ...store,
      async close() {
        await store.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

function takeLock(databaseUrl: string): () => void {
  if (!databaseUrl.startsWith('file:') || databaseUrl === 'file::memory:') return () => undefined;
  try {
    return takeCompanionLock(databaseUrl.slice('file:'.length));
  } catch (cause) {
    throw cannotBeOpened(cause);
  }
}
