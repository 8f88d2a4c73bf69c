import { STORES } from '@tsena/testkit/stores';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { changed, openStorages, pending, type Storages } from '../../test/support/storages.ts';
import { changePayment, changeWithin } from './changes.ts';
import { isTransactionTaken } from './sameTransaction.ts';
import type { Storage } from './storage.ts';

const COMPLETED = { to: 'completed', event: { kind: 'completed' }, webhook: 'payment.completed' } as const;

describe.each(STORES.filter((kind) => kind === 'postgres'))('completions of one payer and amount on %s', (kind) => {
  let storages: Storages;
  let storage: Storage;
  let at: number;
  beforeAll(async () => {
    storages = await openStorages(kind, 3);
    storage = storages.storage;
  });
  beforeEach(async () => {
    await storages.empty();
    at = storages.clock.now();
  });
  afterAll(() => storages.close());

  /** Runs `second` on another instance while `first` is written and not committed; returns what `second` did meanwhile. */
  async function meanwhile(first: (work: Parameters<typeof changeWithin>[1]) => Promise<unknown>, second: () => Promise<unknown>) {
    let result: Promise<unknown> | undefined;
    let did: 'waited' | 'ended' | undefined;
    await storage.store.transact(async (work) => {
      await first(work);
      result = second().then(
        (value) => {
          did ??= 'ended';
          return value;
        },
        (error: unknown) => error,
      );
      await vi.waitFor(
        async () => {
          const { rows } = await sql`select 1 from pg_locks where not granted and locktype = 'advisory'
            and database = (select oid from pg_database where datname = current_database())`.execute(storages.at(2).store.db);
          if (rows.length > 0) did ??= 'waited';
          expect(did).toBeDefined();
        },
        { interval: 5, timeout: 5000 },
      );
    });
    return { did, result: await result };
  }

  it.each([
    ['another completion of the payer and amount', '25000', 'waited'],
    ['a completion of another amount', '26000', 'ended'],
  ])('while one completes, %s has %3$s', async (_name, amount, expected) => {
    const [one, other] = [await pending(storage, 'ORDER-1'), await pending(storage, 'ORDER-2', { amount })];
    const transaction = { createdAt: null, isProven: false, suspectSentBetween: { from: at, to: at } };
    const { did, result } = await meanwhile(
      (work) => changeWithin(storage, work, one.id, COMPLETED),
      () => changePayment(storages.at(1), other.id, { ...COMPLETED, transaction }),
    );
    expect(did).toBe(expected);
    expect(isTransactionTaken(result)).toBe(expected === 'waited');
  });

  it('while one completes, other changes of the payer’s payments do not wait', async () => {
    const [one, other] = [await pending(storage, 'ORDER-1'), await pending(storage, 'ORDER-2')];
    const { did } = await meanwhile(
      (work) => changeWithin(storage, work, one.id, COMPLETED),
      () => changePayment(storages.at(1), other.id, { to: 'failed', event: { kind: 'failed' } }),
    );
    expect(did).toBe('ended');
  });

  it('while a merchant records a transaction of a payment that is completed, another completion waits', async () => {
    const one = await pending(storage, 'ORDER-1');
    await changed(storage, one.id, COMPLETED);
    const other = await pending(storage, 'ORDER-2');
    const transaction = { createdAt: at, isProven: false };
    const { did, result } = await meanwhile(
      (work) => changeWithin(storage, work, one.id, { event: { kind: 'details_found' }, transaction }),
      () => changePayment(storages.at(1), other.id, { ...COMPLETED, transaction }),
    );
    expect(did).toBe('waited');
    expect(isTransactionTaken(result)).toBe(true);
  });
});
