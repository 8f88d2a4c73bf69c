import { scryptSync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expressionBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import type { FixedSettings } from '../../config/settings.ts';
import { DATABASE_NOW } from '../../database/databaseTime.ts';
import { createEncryption } from '../../database/encryption.ts';
import type { Schema } from '../../database/schema.ts';
import type { Store } from '../../database/store.ts';
import { release, renew, takeOne, type Worker } from './leasedRows.ts';

/** How long a lease of the token lasts without renewal. */
const LEASE_MS = 6000;
const RENEW_INTERVAL_MS = 2000;
/** How often an instance asks whether another one has released the lease. */
const ASK_AGAIN_MS = 100;

/**
 * How long an instance uses the token that it has read without reading it again. If another instance has replaced it
 * meanwhile, the operator answers 401, and the token is read again.
 */
const READ_AGAIN_MS = 1000;

const NAME_BYTES = 32;

const eb = expressionBuilder<Schema, 'tokens'>();

const tokenSchema = z.object({ token: z.string(), renewAt: z.number(), expiresAt: z.number() });

/** A stored token. `renewAt` and `expiresAt` are in ms since 1970. */
type StoredToken = Readonly<z.infer<typeof tokenSchema>>;

/** What {@link createTokenStore} takes. */
export interface TokenStoreOptions {
  /** A PostgreSQL store: the lease begins and ends by the database's clock. */
  readonly store: Store;
  /** The name of this process, in leases. */
  readonly owner: string;
  readonly settings: FixedSettings;
}

/**
 * The name of the token's row, derived from all credentials. While the secret is rotated, an instance with the former
 * secret cannot decrypt the others' token, and must not replace it. Each device scope has a token of its own. scrypt
 * makes the name no quicker way to guess secrets than the encrypted token.
 */
function rowName({
  OPERATOR_BASE_URL,
  OPERATOR_SERVICE,
  OPERATOR_DEVICE_SCOPE,
  CONSUMER_KEY,
  CONSUMER_SECRET,
}: FixedSettings): string {
  const place = [OPERATOR_BASE_URL, OPERATOR_SERVICE, CONSUMER_KEY.reveal(), OPERATOR_DEVICE_SCOPE ?? ''].join('\n');
  return scryptSync(CONSUMER_SECRET.reveal(), `tsena operator token ${place}`, NAME_BYTES).toString('base64url');
}

/**
 * Stores the operator's token for all instances with the same credentials: fetching another token would revoke the one
 * that the others use (section 5). The token is encrypted with CONSUMER_SECRET, which every process that may use the
 * token has.
 */
export function createTokenStore({ store: { db }, owner, settings }: TokenStoreOptions) {
  const name = rowName(settings);
  const { encrypt, decrypt } = createEncryption(settings.CONSUMER_SECRET, `operator token ${name}`);
  const worker: Worker = { owner, now: DATABASE_NOW, isClockSteady: true };
  /** Longer than a token request may take, and than the lease of a process that has ended. */
  const waitMs = settings.OPERATOR_TIMEOUT_MS + 2 * LEASE_MS;

  function parse(encrypted: string | null | undefined): StoredToken | null {
    const text = typeof encrypted === 'string' ? decrypt(encrypted) : null;
    if (text === null) return null;
    const read = z.safeParse(tokenSchema, JSON.parse(text));
    return read.success ? read.data : null;
  }

  let kept: { readonly token: StoredToken; readonly readAt: number } | undefined;

  function keep(token: StoredToken | null): StoredToken | null {
    kept = token === null ? undefined : { token, readAt: performance.now() };
    return token;
  }

  async function lease(): Promise<{ readonly fence: number; readonly encrypted: string | null }> {
    await db
      .insertInto('tokens')
      .values({ name, fence: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const giveUpAt = performance.now() + waitMs;
    for (;;) {
      const leased = await takeOne(db, 'tokens', name, worker, { leaseMs: LEASE_MS, maxLeaseMs: LEASE_MS });
      if (leased !== undefined) return leased;
      if (performance.now() > giveUpAt) throw new Error('another instance has been fetching the token for too long');
      await sleep(ASK_AGAIN_MS);
    }
  }

  return {
    async read(): Promise<StoredToken | null> {
      if (kept !== undefined && performance.now() - kept.readAt < READ_AGAIN_MS) return kept.token;
      return keep(
        parse(
          (await db.selectFrom('tokens').select('encrypted').where('name', '=', name).executeTakeFirst())?.encrypted,
        ),
      );
    },
    /** Replaces the stored token with the result of `change`. No other instance does so meanwhile. */
    async update(change: (current: StoredToken | null) => Promise<StoredToken | null>): Promise<void> {
      const { fence, encrypted } = await lease();
      // If renewals fail, the lease ends and another instance fetches a token too: one token request more.
      const renewing = setInterval(
        () =>
          renew(db, 'tokens', eb.and({ name, fence }), sql<number>`${DATABASE_NOW} + ${LEASE_MS}`).catch(
            () => undefined,
          ),
        RENEW_INTERVAL_MS,
      );
      renewing.unref();
      let next = encrypted;
      try {
        const token = keep(await change(parse(encrypted)));
        next = token === null ? null : encrypt(JSON.stringify(token));
      } finally {
        clearInterval(renewing);
        await release(db, 'tokens', name, fence, { encrypted: next }).execute();
      }
    },
  };
}
