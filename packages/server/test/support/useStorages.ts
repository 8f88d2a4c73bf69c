import type { STORES } from '@tsena/testkit/stores';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Storage } from '../../src/storage/storage.ts';
import type { Work } from '../../src/storage/transaction.ts';
import { openStorages, type Storages, untilBlocked } from './storages.ts';

/** Opens {@link Storages} for the tests of a `describe`, and empties them before each test. */
export function useStorages(kind: (typeof STORES)[number], count = 1): Storages {
  let opened: Storages | undefined;
  const now = () => opened ?? expect.unreachable('the storages are opened before the first test');
  beforeAll(async () => {
    opened = await openStorages(kind, count);
  });
  beforeEach(() => now().empty());
  afterAll(() => now().close());

  const instances = Array.from({ length: count }, (_, index) => onDemand(() => now().at(index)));
  const at = (index: number) => instances[index % count] ?? expect.unreachable('at least one instance');
  return {
    get url() {
      return now().url;
    },
    get clock() {
      return now().clock;
    },
    storage: at(0),
    instances,
    at,
    empty: () => now().empty(),
    close: () => now().close(),
  };
}

function onDemand(read: () => Storage): Storage {
  return {
    get store() {
      return read().store;
    },
    get clock() {
      return read().clock;
    },
    get owner() {
      return read().owner;
    },
    get webhooks() {
      return read().webhooks;
    },
    get mailsEnabled() {
      return read().mailsEnabled;
    },
  };
}

type InTransaction = (storage: Storage, work: Work) => Promise<unknown>;

/** Runs `second` at another instance while the transaction of `first` is open; returns which of them ended first. */
export async function endsOf(storages: Storages, first: InTransaction, second: InTransaction): Promise<string[]> {
  const ended: string[] = [];
  const [here, there] = [storages.at(0), storages.at(1)];
  let other: Promise<unknown> = Promise.resolve();
  await here.store.transact(async (work) => {
    await first(here, work);
    other = there.store.transact((others) => second(there, others)).then(() => ended.push('second'));
    await untilBlocked(storages, other);
    ended.push('first');
  });
  await other;
  return ended;
}
