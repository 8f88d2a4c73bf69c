import { randomBytes } from 'node:crypto';
import type { Reader } from '../../core/storage/reads.ts';
import type { Store } from '../../database/store.ts';

/** With it, a challenge is longer than the secret of a callback: neither is looked for among the others. */
const PREFIX = 'test-';
const CHALLENGE = /^test-[A-Za-z0-9_-]{43}$/;
/** Longer than an answer may take. */
const KEPT_MS = 60_000;

/** A question that only the instances on one database can answer. */
export interface AddressChallenge {
  /** What the address is asked. */
  readonly challenge: string;
  /** What it must answer. */
  readonly answer: string;
}

/**
 * Writes a new challenge to the database, where each instance finds its answer. Both are random, so that no secret
 * takes part. Without a database nobody knows the answer.
 */
export async function writeAddressChallenge(
  store: Pick<Store, 'transact'> | undefined,
  now: number,
): Promise<AddressChallenge> {
  const challenge = `${PREFIX}${random()}`;
  const answer = random();
  await store?.transact(async (trx) => {
    const old = trx.deleteFrom('settings').where('name', 'like', `${PREFIX}%`);
    await old.where('changed_at', '<', now - KEPT_MS).execute();
    await trx
      .insertInto('settings')
      .values({ name: challenge, value: answer, previous: null, changed_at: now })
      .execute();
  });
  return { challenge, answer };
}

/** The answer to a challenge of this database; undefined for any other text. */
export async function findAddressAnswer(db: Reader, challenge: string): Promise<string | undefined> {
  if (!CHALLENGE.test(challenge)) return undefined;
  const row = await db.selectFrom('settings').select('value').where('name', '=', challenge).executeTakeFirst();
  return row?.value ?? undefined;
}

function random(): string {
  return randomBytes(32).toString('base64url');
}
