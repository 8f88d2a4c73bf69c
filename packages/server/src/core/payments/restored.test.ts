import { copyFileSync } from 'node:fs';
import { copyDatabase, createDatabase } from '@tsena/testkit/postgres';
import { describe, expect, inject, it } from 'vitest';
import { operatorAt, testClock } from '../../../test/support/operatorFixture.ts';
import { attempt, opened } from '../../../test/support/storages.ts';
import { type TestCompanion, testCompanion } from '../../../test/support/testCompanion.ts';
import { useFolder } from '../../../test/support/use.ts';
import type { StoredPayment } from '../../database/schema.ts';
import { openStore } from '../../database/store.ts';
import { migrateToPostgres } from '../../maintenance/migrateToPostgres.ts';
import { assumeSent } from '../../maintenance/restoredDatabase.ts';
import { leaseDue } from '../storage/leases.ts';
import { findPayment, historyOf, webhooksOf } from '../storage/reads.ts';
import { checkAndRelease } from '../workers/poller.ts';

const MINUTE = 60_000;
const clock = testClock();
const folder = useFolder();

/** Works as a process does that then ends. */
async function inProcess<T>(url: string, work: (companion: TestCompanion) => Promise<T>): Promise<T> {
  const store = await openStore(url);
  try {
    return await work(testCompanion({ store, clock, operator: operatorAt('http://127.0.0.1:1') }));
  } finally {
    await store.close();
  }
}

/** Opens a payment whose process then ends; this database does not show what the process did next. */
const openedAt = (url: string): Promise<StoredPayment> =>
  inProcess(url, ({ storage }) => opened(storage, attempt('ORDER-1')));

/** What another process makes of it, so many ms later: its status, its history and its webhooks. */
function continuedAt(url: string, { id }: StoredPayment, afterMs: number) {
  clock.advance(afterMs);
  return inProcess(url, async (companion) => {
    for (const payment of await leaseDue(companion.storage, 12_000, 10)) await checkAndRelease(companion, payment);
    const { db } = companion.storage.store;
    const payment = await findPayment(db, id);
    const history = (await historyOf(db, id)).map(({ kind }) => kind);
    const webhooks = (await webhooksOf(db, id)).map(({ type }) => type);
    return { status: payment?.status, failure: payment?.failure_code, history, webhooks };
  });
}

const NOT_SENT = {
  status: 'failed',
  failure: 'not_sent',
  history: ['created', 'not_sent'],
  webhooks: ['payment.failed'],
};
const UNRESOLVED = {
  status: 'unresolved',
  failure: null,
  history: ['created', 'outcome_unknown'],
  webhooks: ['payment.unresolved'],
};

describe('a payment that was not sent when its process ended, on SQLite', () => {
  it('is failed if the companion starts within two minutes', async () => {
    const url = `file:${folder('tsena.db')}`;
    expect(await continuedAt(url, await openedAt(url), 2 * MINUTE - 1)).toEqual(NOT_SENT);
  });

  it('is unresolved in a copy of the file that a companion opens later', async () => {
    const url = `file:${folder('tsena.db')}`;
    const payment = await openedAt(url);
    copyFileSync(folder('tsena.db'), folder('copy.db'));
    expect(await continuedAt(`file:${folder('copy.db')}`, payment, 2 * MINUTE)).toEqual(UNRESOLVED);
  });

  it('is unresolved after `tsena restore`', async () => {
    const url = `file:${folder('tsena.db')}`;
    const payment = await openedAt(url);
    await inProcess(url, ({ storage }) => assumeSent(storage.store));
    expect(await continuedAt(url, payment, MINUTE)).toEqual(UNRESOLVED);
  });
});

describe('a payment that was not sent when its process ended, on PostgreSQL', () => {
  it('is unresolved, because another server may have taken over', async () => {
    const url = await createDatabase(inject('postgres'));
    expect(await continuedAt(url, await openedAt(url), MINUTE)).toEqual(UNRESOLVED);
  });

  it('is unresolved in a dump that was restored', async () => {
    const url = await createDatabase(inject('postgres'));
    const payment = await openedAt(url);
    expect(await continuedAt(await copyDatabase(url), payment, MINUTE)).toEqual(UNRESOLVED);
  });

  it('is unresolved after `tsena migrate` moved it from SQLite', async () => {
    const url = `file:${folder('tsena.db')}`;
    const target = await createDatabase(inject('postgres'));
    const payment = await openedAt(url);
    await migrateToPostgres(folder('tsena.db'), target);
    expect(await continuedAt(target, payment, MINUTE)).toEqual(UNRESOLVED);
  });
});
