import type { Kysely } from 'kysely';
import type { Settings } from '../config/settings.ts';
import type { Schema } from './schema.ts';
import { openStore, type Store } from './store.ts';

type Environment = Settings['operator']['environment'];

/** The database belongs to the other environment. */
export class WrongEnvironment extends Error {
  override readonly name = 'WrongEnvironment';

  constructor(stored: string, environment: Environment) {
    super(
      `The database belongs to OPERATOR_ENVIRONMENT=${stored}, but the setting is ${environment}. ` +
        `Payments of both must not mix: set DATABASE_URL to a database for ${environment}, or OPERATOR_ENVIRONMENT=${stored}. Nothing was changed.`,
    );
  }
}

/** The environment to which a database belongs; undefined if no companion has used it yet. */
export async function readEnvironment(db: Kysely<Schema>): Promise<string | undefined> {
  const row = await db.selectFrom('properties').select('value').where('name', '=', 'environment').executeTakeFirst();
  return row?.value;
}

/**
 * Binds a new database to an environment, durably. Of two companions that start at the same time with different environments, the second
 * finds the first one's.
 *
 * @throws WrongEnvironment if it belongs to the other environment
 */
export async function requireEnvironment({ db, write }: Store, environment: Environment): Promise<void> {
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
export async function openStoreOf({ databaseUrl, operator }: Pick<Settings, 'databaseUrl' | 'operator'>): Promise<Store> {
  const store = await openStore(databaseUrl);
  try {
    await requireEnvironment(store, operator.environment);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}
