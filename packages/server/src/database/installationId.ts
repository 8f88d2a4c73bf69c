import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';
import type { Store } from './store.ts';

/** The id of the companion of this database; undefined if none has served it yet. */
export async function readInstallationId(db: Kysely<Schema>): Promise<string | undefined> {
  const row = await db.selectFrom('properties').select('value').where('name', '=', 'installation').executeTakeFirst();
  return row?.value;
}

/**
 * The id by which a companion recognizes its own address: `/healthz` answers it. It is no secret. It is made at the
 * first start; all instances on a database have the same.
 */
export async function openInstallationId({ db, write }: Pick<Store, 'db' | 'write'>): Promise<string> {
  const known = await readInstallationId(db);
  if (known !== undefined) return known;
  const value = randomBytes(16).toString('base64url');
  await write((writable) =>
    writable
      .insertInto('properties')
      .values({ name: 'installation', value })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute(),
  );
  // Of two instances that start at the same time, the second finds the first one's.
  return (await readInstallationId(db)) ?? value;
}
