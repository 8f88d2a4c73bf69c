import type { STORES } from '@tsena/testkit/stores';
import { beforeEach, expect } from 'vitest';
import type { Storage } from '../../src/core/storage/storage.ts';
import type { Trx } from '../../src/database/transaction.ts';
import { openStorages, type Storages, untilBlocked } from './storages.ts';
import { onDemand, useForAll } from './use.ts';

/** Opens {@link Storages} for the tests of a `describe`, and empties them before each test. */
export function useStorages(kind: (typeof STORES)[number], count = 1): Storages {
  const storages = useForAll(() => openStorages(kind, count));
  beforeEach(() => storages.empty());
  const instances = Array.from({ length: count }, (_, index) => onDemand(() => storages.at(index)));
  const at = (index: number) => instances[index % count] ?? expect.unreachable('at least one instance');
  return {
    get url() {
      return storages.url;
    },
    get clock() {
      return storages.clock;
    },
    storage: at(0),
    instances,
    at,
    empty: () => storages.empty(),
    close: () => storages.close(),
  };
}

type InTransaction = (storage: Storage, trx: Trx) => Promise<unknown>;

/** Runs `second` at another instance while the transaction of `first` is open; returns which of them ended first. */
export async function endsOf(storages: Storages, first: InTransaction, second: InTransaction): Promise<string[]> {
  const ended: string[] = [];
  const [here, there] = [storages.at(0), storages.at(1)];
  let other: Promise<unknown> = Promise.resolve();
  await here.store.transact(async (trx) => {
    await first(here, trx);
    other = there.store.transact((others) => second(there, others)).then(() => ended.push('second'));
    await untilBlocked(storages, other);
    ended.push('first');
  });
  await other;
  return ended;
}
