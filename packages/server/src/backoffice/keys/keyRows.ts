import { type CreatedKey, foldKeyName, keySchema } from '@tsena/shared/merchant';
import { lockTable } from '../../core/storage/locks.ts';
import type { Reader } from '../../core/storage/reads.ts';
import { newId, type Storage } from '../../core/storage/storage.ts';
import { writeTimeOrNull } from '../../core/views/time.ts';
import type { StoredKey } from '../../database/schema.ts';
import type { Trx } from '../../database/transaction.ts';
import type { Doer } from '../../http/kit/doer.ts';
import { ProblemError } from '../../input/problemError.ts';
import { recordAudit } from '../shared/auditLog.ts';
import { defineList } from '../shared/defineList.ts';
import { transactOrRefuse } from '../shared/transactOrRefuse.ts';
import { viewRow } from '../shared/viewRow.ts';
import { hashMerchantKey, hintOf, isMerchantKey, newMerchantKey } from './merchantKey.ts';

/** How old `last_used_at` may become before a request writes it again, ms. */
const USE_WRITTEN_EVERY_MS = 60_000;

/** A key to create. `expiresAt` is in ms since 1970. */
export interface NewKey extends Pick<StoredKey, 'name' | 'scope'> {
  readonly expiresAt: number | null;
}

/**
 * Creates a key and stores its hash. The answer is the only place where the key is shown.
 *
 * @throws ProblemError if it would have expired already, or if another valid key has its name, or one that looks like
 *   it
 */
export async function createKey(
  storage: Storage,
  environment: 'sandbox' | 'production',
  { name, scope, expiresAt }: NewKey,
  by: Doer,
): Promise<CreatedKey> {
  if (expiresAt !== null && expiresAt <= storage.clock.now()) {
    throw new ProblemError('invalid_request', { errors: [{ pointer: '/expiresAt', detail: 'a time in the future' }] });
  }
  const id = newId('key');
  const secret = newMerchantKey(environment);
  return transactOrRefuse(storage, async (trx) => {
    if (await isNameTaken(storage, trx, name)) return new ProblemError('key_name_taken');
    await recordAudit(storage, trx, by, { action: 'key_created', subject: id, changes: { name, scope } });
    await trx
      .insertInto('keys')
      .values({
        ...{ id, name, scope, hash: hashMerchantKey(secret), hint: hintOf(secret) },
        created_at: storage.clock.now(),
        created_by: by.name,
        expires_at: expiresAt,
      })
      .execute();
    return { id, name, scope, expiresAt: writeTimeOrNull(expiresAt), secret };
  });
}

/** Lists and histories name people by their keys. */
async function isNameTaken(storage: Storage, trx: Trx, name: string): Promise<boolean> {
  // Another request may be creating a key of this name.
  await lockTable(storage.store, trx, 'keys');
  const others = await validKeys(storage, trx).execute();
  return others.some((other) => foldKeyName(other.name) === foldKeyName(name));
}

/** The list of keys, revoked ones too: the history names them. */
export const pageOfKeys = defineList(
  ({ storage }) => storage.store.db.selectFrom('keys').selectAll(),
  (key) => viewRow(keySchema, key),
);

/**
 * Revokes a key for good, with its sessions. A revoked key stays as it is.
 *
 * @throws ProblemError if there is none with this id
 */
export function revokeKey(storage: Storage, id: string, by: Doer): Promise<void> {
  return transactOrRefuse(storage, async (trx) => {
    const now = storage.clock.now();
    const revoked = await trx
      .updateTable('keys')
      .set({ revoked_at: now, revoked_by: by.name })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning('name')
      .executeTakeFirst();
    if (revoked !== undefined) {
      const changes = { name: { before: revoked.name, after: null } };
      await recordAudit(storage, trx, by, { action: 'key_revoked', subject: id, changes });
    }
    await trx.deleteFrom('sessions').where('key_id', '=', id).execute();
    const key = await trx.selectFrom('keys').select('id').where('id', '=', id).executeTakeFirst();
    return key === undefined ? new ProblemError('key_not_found') : undefined;
  });
}

/**
 * The keys that are neither revoked nor expired. Each request reads its key from the database, so that a revocation has
 * effect at once in all instances.
 */
export function validKeys({ store, clock }: Storage, db: Reader = store.db) {
  const keys = db.selectFrom('keys').selectAll().where('revoked_at', 'is', null);
  return keys.where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', clock.now())]));
}

/** The stored key that this is, if it is valid. */
export async function findValidKey(storage: Storage, key: string): Promise<StoredKey | undefined> {
  return isMerchantKey(key)
    ? validKeys(storage).where('hash', '=', hashMerchantKey(key)).executeTakeFirst()
    : undefined;
}

/** Writes that a key was used, at most once a minute. */
export async function recordKeyUse(
  { store, clock }: Storage,
  { id, last_used_at }: Pick<StoredKey, 'id' | 'last_used_at'>,
): Promise<void> {
  const now = clock.now();
  if (last_used_at !== null && now - last_used_at < USE_WRITTEN_EVERY_MS) return;
  await store.write((db) => db.updateTable('keys').set({ last_used_at: now }).where('id', '=', id).execute());
}
