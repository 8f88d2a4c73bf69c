import { scryptSync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Settings } from '../config.ts';
import { DATABASE_NOW } from './databaseTime.ts';
import { release, renew, takeOne, type Worker } from './leasedRows.ts';
import { createSeal } from './seal.ts';
import type { Store } from './store.ts';

/** How long a lease of the token lasts without renewal. */
const LEASE_MS = 6000;
const RENEW_INTERVAL_MS = 2000;
/** How often an instance asks whether another one has released the lease. */
const ASK_AGAIN_MS = 100;

const NAME_BYTES = 32;

const tokenSchema = z.object({ token: z.string(), renewAt: z.number(), expiresAt: z.number() });

/** A token as it is kept. `renewAt` and `expiresAt` in ms since 1970. */
type KeptToken = Readonly<z.infer<typeof tokenSchema>>;

/** A token that instances share. */
export interface SharedTokenStore {
  read(): Promise<KeptToken | null>;
  /** Replaces what is kept by what `change` makes of it, while no other instance does. */
  update(change: (current: KeptToken | null) => Promise<KeptToken | null>): Promise<void>;
}

/** What {@link createTokenStore} takes. */
export interface TokenStoreOptions {
  /** On PostgreSQL: the lease goes by its clock. */
  readonly store: Store;
  /** This process, in leases. */
  readonly owner: string;
  readonly operator: Settings['operator'];
}

/**
 * The row of a token, by all of the credentials: an instance that still has the secret from before its rotation cannot open
 * the others' token, and must not replace it. Derived slowly, so that the name is no quicker way to try secrets than the
 * sealed token itself.
 */
function rowOf(operator: Settings['operator']): string {
  const place = [operator.baseUrl, operator.service, operator.consumerKey.reveal()].join('\n');
  return scryptSync(operator.consumerSecret.reveal(), `tsena operator token ${place}`, NAME_BYTES).toString('base64url');
}

/**
 * Keeps the operator's token where all instances with the same credentials find it, so that none revokes another's by fetching
 * one of its own (section 5). It is encrypted under CONSUMER_SECRET, which whoever can use the token has anyway.
 */
export function createTokenStore({ store: { db }, owner, operator }: TokenStoreOptions): SharedTokenStore {
  const name = rowOf(operator);
  const seal = createSeal(operator.consumerSecret, `operator token ${name}`);
  const worker: Worker = { owner, now: DATABASE_NOW, isClockSteady: true };
  /** Longer than the operator may take to answer, and than a lease that nobody gives back lasts. */
  const waitMs = operator.timeoutMs + 2 * LEASE_MS;

  function open(sealed: string | null | undefined): KeptToken | null {
    const text = typeof sealed === 'string' ? seal.open(sealed) : null;
    if (text === null) return null;
    const read = z.safeParse(tokenSchema, JSON.parse(text));
    return read.success ? read.data : null;
  }

  async function lease(): Promise<{ readonly fence: number; readonly sealed: string | null }> {
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
    async read() {
      return open((await db.selectFrom('tokens').select('sealed').where('name', '=', name).executeTakeFirst())?.sealed);
    },
    async update(change) {
      const { fence, sealed } = await lease();
      // If renewals fail, the lease ends and another instance fetches a token of its own: one token request more.
      const renewing = setInterval(
        () => renew(db, 'tokens', [name], { fence }, sql<number>`${DATABASE_NOW} + ${LEASE_MS}`).catch(() => undefined),
        RENEW_INTERVAL_MS,
      );
      renewing.unref();
      let next = sealed;
      try {
        const kept = await change(open(sealed));
        next = kept === null ? null : seal.seal(JSON.stringify(kept));
      } finally {
        clearInterval(renewing);
        await release(db, 'tokens', name, fence, { sealed: next }).execute();
      }
    },
  };
}
