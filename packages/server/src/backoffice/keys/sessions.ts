import { createHash } from 'node:crypto';
import type { Secret } from '../../config/secret.ts';
import type { Storage } from '../../core/storage/storage.ts';
import type { StoredKey } from '../../database/schema.ts';

/** A key that signs in again and again does not fill the database. */
const MAX_SESSIONS_PER_KEY = 20;

/** Whose session it is: a stored key's, or the owner's. */
export type Session = { readonly kind: 'owner' } | { readonly kind: 'key'; readonly key: StoredKey };

/**
 * The hashes under which a session may be stored. The owner's key is part of its sessions' hash, so that another MERCHANT_API_KEY ends
 * them; the token is random, so that the hash reveals nothing about the key.
 */
function hashes(token: string, owner: Secret): { readonly ofKey: string; readonly ofOwner: string } {
  const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
  return { ofKey: hash(token), ofOwner: hash(`${token}.${owner.reveal()}`) };
}

/**
 * Stores a session under the hash of its token, and removes sessions that have expired, and all but the newest of its key.
 *
 * @param token at least 128 random bits
 * @param keyId null for the owner's key
 */
export async function createSession(storage: Storage, token: string, owner: Secret, keyId: string | null, forMs: number): Promise<void> {
  const now = storage.clock.now();
  const { ofKey, ofOwner } = hashes(token, owner);
  await storage.store.transact(async (trx) => {
    await trx.deleteFrom('sessions').where('expires_at', '<=', now).execute();
    const ofSameKey = trx.selectFrom('sessions').select('hash').where('key_id', 'is not distinct from', keyId);
    // The new one is not counted yet: several can have the same time.
    const older = await ofSameKey
      .orderBy('created_at', 'desc')
      .orderBy('hash')
      .limit(1_000)
      .offset(MAX_SESSIONS_PER_KEY - 1)
      .execute();
    if (older.length > 0) {
      await trx
        .deleteFrom('sessions')
        .where(
          'hash',
          'in',
          older.map(({ hash }) => hash),
        )
        .execute();
    }
    await trx
      .insertInto('sessions')
      .values({ hash: keyId === null ? ofOwner : ofKey, key_id: keyId, created_at: now, expires_at: now + forMs })
      .execute();
  });
}

/** The session of a token, while it lasts and its key is valid. */
export async function findSession({ store, clock }: Storage, token: string, owner: Secret): Promise<Session | undefined> {
  const now = clock.now();
  const { ofKey, ofOwner } = hashes(token, owner);
  const session = await store.db
    .selectFrom('sessions')
    .selectAll()
    .where('hash', 'in', [ofKey, ofOwner])
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (session === undefined) return undefined;
  if (session.key_id === null) return session.hash === ofOwner ? { kind: 'owner' } : undefined;
  const key = await store.db
    .selectFrom('keys')
    .selectAll()
    .where('id', '=', session.key_id)
    .where('revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirst();
  return key === undefined ? undefined : { kind: 'key', key };
}

/** Ends a session. */
export async function endSession({ store }: Storage, token: string, owner: Secret): Promise<void> {
  const { ofKey, ofOwner } = hashes(token, owner);
  await store.write((db) => db.deleteFrom('sessions').where('hash', 'in', [ofKey, ofOwner]).execute());
}
