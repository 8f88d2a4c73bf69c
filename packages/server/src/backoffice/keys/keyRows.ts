import type { Scope } from '@tsena/shared/merchant';
import type { Reader } from '../../core/storage/reads.ts';
import { newId, type Storage } from '../../core/storage/storage.ts';
import { type Cursor, newestFirst, type Page } from '../../database/page.ts';
import type { StoredKey } from '../../database/schema.ts';
import { recordAudit } from '../auditLog.ts';

/** How old `last_used_at` may become before a request writes it again, ms. */
const USE_WRITTEN_EVERY_MS = 60_000;

/** A key to store. Times are ms since 1970. */
export interface NewKey {
  readonly name: string;
  readonly scope: Scope;
  readonly hash: string;
  readonly hint: string;
  readonly expiresAt: number | null;
  readonly createdBy: string;
}

/**
 * Stores a key's hash.
 *
 * @param address the network of the client that creates it, for the audit log
 */
export function createKey(
  storage: Storage,
  { name, scope, hash, hint, expiresAt, createdBy }: NewKey,
  address: string | null = null,
): Promise<StoredKey> {
  const row = {
    id: newId('key'),
    name,
    scope,
    hash,
    hint,
    created_at: storage.clock.now(),
    created_by: createdBy,
    last_used_at: null,
    expires_at: expiresAt,
    revoked_at: null,
    revoked_by: null,
  };
  return storage.store.transact(async (trx) => {
    await recordAudit(storage, trx, { name: createdBy, address }, { action: 'key_created', subject: row.id, changes: { name, scope } });
    return trx.insertInto('keys').values(row).returningAll().executeTakeFirstOrThrow();
  });
}

/** Keys, newest first, revoked ones too: the history names them. */
export function listKeys(db: Reader, limit: number, after: Cursor | null = null): Promise<Page<StoredKey>> {
  return newestFirst(db.selectFrom('keys').selectAll(), limit, after);
}

/** Revokes a key for good, with its sessions. False if there is none with this id. A revoked key stays as it is. */
export function revokeKey(storage: Storage, id: string, by: string, address: string | null = null): Promise<boolean> {
  return storage.store.transact(async (trx) => {
    const now = storage.clock.now();
    const revoked = await trx
      .updateTable('keys')
      .set({ revoked_at: now, revoked_by: by })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning('name')
      .executeTakeFirst();
    if (revoked !== undefined) {
      const changes = { name: { before: revoked.name, after: null } };
      await recordAudit(storage, trx, { name: by, address }, { action: 'key_revoked', subject: id, changes });
    }
    await trx.deleteFrom('sessions').where('key_id', '=', id).execute();
    return (await trx.selectFrom('keys').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
  });
}

/** The valid key with this hash. Each request reads it from the database, so that a revocation has effect at once in all instances. */
export function findValidKey({ store, clock }: Storage, hash: string): Promise<StoredKey | undefined> {
  const now = clock.now();
  return store.db
    .selectFrom('keys')
    .selectAll()
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirst();
}

/** Writes that a key was used, at most once a minute. */
export async function recordKeyUse({ store, clock }: Storage, { id, last_used_at }: Pick<StoredKey, 'id' | 'last_used_at'>): Promise<void> {
  const now = clock.now();
  if (last_used_at !== null && now - last_used_at < USE_WRITTEN_EVERY_MS) return;
  await store.write((db) => db.updateTable('keys').set({ last_used_at: now }).where('id', '=', id).execute());
}
