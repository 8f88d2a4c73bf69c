import { createHash } from 'node:crypto';
import { OWNER } from '@tsena/shared/merchant';
import type { Secret } from '../../config/secret.ts';
import type { Storage } from '../../core/storage/storage.ts';
import type { StoredKey } from '../../database/schema.ts';
import type { Doer } from '../../http/kit/doer.ts';
import { recordAudit } from '../shared/auditLog.ts';
import { validKeys } from './keyRows.ts';

/** A key that signs in again and again does not fill the database. */
const MAX_SESSIONS_PER_KEY = 20;

/** Whose session it is: a stored key's, or the owner's. */
export type Session = { readonly kind: 'owner' } | { readonly kind: 'key'; readonly key: StoredKey };

/**
 * The hashes under which a session may be stored. The owner's key is part of its sessions' hash, so that another
 * MERCHANT_API_KEY ends them; the token is random, so that the hash reveals nothing about the key.
 */
function hashes(token: string, owner: Secret): { readonly ofKey: string; readonly ofOwner: string } {
  const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
  return { ofKey: hash(token), ofOwner: hash(`${token}.${owner.reveal()}`) };
}

/**
 * Stores a session under the hash of its token, and removes sessions that have expired, and all but the newest of its
 * key.
 *
 * @param token at least 128 random bits
 * @param keyId null for the owner's key
 * @param by who signs in, for the audit log
 */
export async function createSession(
  storage: Storage,
  token: string,
  owner: Secret,
  { forMs, by }: { readonly forMs: number; readonly by: Doer },
): Promise<void> {
  const { keyId } = by;
  const now = storage.clock.now();
  const { ofKey, ofOwner } = hashes(token, owner);
  await storage.store.transact(async (trx) => {
    await trx.deleteFrom('sessions').where('expires_at', '<=', now).execute();
    await recordAudit(storage, trx, by, { action: 'signed_in', subject: keyId });
    const ofSameKey = trx.selectFrom('sessions').select('hash').where('key_id', 'is not distinct from', keyId);
    const newestFirst = ofSameKey.orderBy('created_at', 'desc').orderBy('hash');
    // The new one is not counted yet: several can have the same time.
    const older = newestFirst.limit(1_000).offset(MAX_SESSIONS_PER_KEY - 1);
    await trx.deleteFrom('sessions').where('hash', 'in', older).execute();
    await trx
      .insertInto('sessions')
      .values({ hash: keyId === null ? ofOwner : ofKey, key_id: keyId, created_at: now, expires_at: now + forMs })
      .execute();
  });
}

/** The session of a token, while it lasts and its key is valid. */
export async function findSession(storage: Storage, token: string, owner: Secret): Promise<Session | undefined> {
  const { ofKey, ofOwner } = hashes(token, owner);
  const session = await storage.store.db
    .selectFrom('sessions')
    .selectAll()
    .where('hash', 'in', [ofKey, ofOwner])
    .where('expires_at', '>', storage.clock.now())
    .executeTakeFirst();
  if (session === undefined) return undefined;
  if (session.key_id === null) return session.hash === ofOwner ? { kind: 'owner' } : undefined;
  const key = await validKeys(storage).where('id', '=', session.key_id).executeTakeFirst();
  return key === undefined ? undefined : { kind: 'key', key };
}

/**
 * Ends a session.
 *
 * @param address the client's network, for the audit log
 */
export async function endSession(
  storage: Storage,
  token: string,
  owner: Secret,
  address: string | null = null,
): Promise<void> {
  const { ofKey, ofOwner } = hashes(token, owner);
  await storage.store.transact(async (trx) => {
    const ended = await trx
      .deleteFrom('sessions')
      .where('hash', 'in', [ofKey, ofOwner])
      .returning('key_id')
      .executeTakeFirst();
    if (ended === undefined) return;
    const key =
      ended.key_id === null
        ? undefined
        : await trx.selectFrom('keys').select('name').where('id', '=', ended.key_id).executeTakeFirst();
    await recordAudit(
      storage,
      trx,
      { name: key?.name ?? OWNER, keyId: ended.key_id, address },
      { action: 'signed_out', subject: ended.key_id },
    );
  });
}
