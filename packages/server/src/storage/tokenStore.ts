import { scryptSync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Settings } from '../config.ts';
import { DATABASE_NOW as NOW } from './databaseTime.ts';
import { createSeal } from './seal.ts';
import type { Store } from './store.ts';

/** How long an instance may fetch without a sign of life, ms. */
const LEASE_MS = 6000;
const RENEW_EVERY = 2000;
const ASK_AGAIN = 100;

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
  /** Longer than the operator may take to answer, and than a lease that nobody gives back lasts. */
  const waitFor = operator.timeoutMs + 2 * LEASE_MS;

  function open(sealed: string | null | undefined): KeptToken | null {
    const text = typeof sealed === 'string' ? seal.open(sealed) : null;
    if (text === null) return null;
    const read = z.safeParse(tokenSchema, JSON.parse(text));
    return read.success ? read.data : null;
  }

  async function lease(): Promise<{ readonly fence: number; readonly sealed: string | null }> {
    const giveUpAt = performance.now() + waitFor;
    for (;;) {
      const leased = await db
        .insertInto('tokens')
        .values({ name, lease_owner: owner, lease_until: sql`${NOW} + ${LEASE_MS}`, fence: 1 })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({ lease_owner: owner, lease_until: sql`${NOW} + ${LEASE_MS}`, fence: sql`tokens.fence + 1` })
            .where(sql<boolean>`tokens.lease_until is null or tokens.lease_until not between ${NOW} and ${NOW} + ${LEASE_MS}`),
        )
        .returning(['fence', 'sealed'])
        .executeTakeFirst();
      if (leased !== undefined) return leased;
      if (performance.now() > giveUpAt) throw new Error('another instance has been fetching the token for too long');
      await sleep(ASK_AGAIN);
    }
  }

  function renew(fence: number): Promise<unknown> {
    return db
      .updateTable('tokens')
      .set({ lease_until: sql`${NOW} + ${LEASE_MS}` })
      .where('name', '=', name)
      .where('fence', '=', fence)
      .execute();
  }

  return {
    async read() {
      return open((await db.selectFrom('tokens').select('sealed').where('name', '=', name).executeTakeFirst())?.sealed);
    },
    async update(change) {
      const { fence, sealed } = await lease();
      // A renewal that fails lets the lease lapse, and another instance fetch: no harm beyond a token more.
      const renewing = setInterval(() => renew(fence).catch(() => undefined), RENEW_EVERY);
      renewing.unref();
      let next = sealed;
      try {
        const kept = await change(open(sealed));
        next = kept === null ? null : seal.seal(JSON.stringify(kept));
      } finally {
        clearInterval(renewing);
        await db
          .updateTable('tokens')
          .set({ sealed: next, lease_owner: null, lease_until: null })
          .where('name', '=', name)
          .where('fence', '=', fence)
          .execute();
      }
    },
  };
}
