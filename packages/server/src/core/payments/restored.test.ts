import { randomBytes } from 'node:crypto';
import { copyDatabase, createDatabase, runSql, startPostgres } from '@tsena/testkit/postgres';
import { emptyDatabase } from '@tsena/testkit/stores';
import { describe, expect, inject, it } from 'vitest';
import { operatorAt, testClock } from '../../../test/support/operatorFixture.ts';
import { attempt, opened } from '../../../test/support/storages.ts';
import { type TestCompanion, testCompanion } from '../../../test/support/testCompanion.ts';
import type { StoredPayment } from '../../database/schema.ts';
import { openStore } from '../../database/store.ts';
import { migrateToPostgres } from '../../maintenance/migrateToPostgres.ts';
import { leaseDue } from '../storage/leases.ts';
import { findPayment, historyOf, webhooksOf } from '../storage/reads.ts';
import { checkAndRelease } from '../workers/poller.ts';

const clock = testClock();

/** Works as a process does that then ends. */
async function inProcess<T>(url: string, work: (companion: TestCompanion) => Promise<T>): Promise<T> {
  const store = await openStore(url);
  try {
    return await work(testCompanion({ store, clock, operator: operatorAt('http://127.0.0.1:1') }));
  } finally {
    await store.close();
  }
}

/** Opens an attempt whose process then ends; this database does not show what the process did next. */
async function openedAt(url: string): Promise<StoredPayment> {
  const payment = await inProcess(url, ({ storage }) => opened(storage, attempt('ORDER-1')));
  clock.advance(60_000);
  return payment;
}

/** What another process makes of it: its status, its history and its webhooks. */
const continuedAt = (url: string, { id }: StoredPayment) =>
  inProcess(url, async (companion) => {
    for (const payment of await leaseDue(companion.storage, 12_000, 10)) await checkAndRelease(companion, payment);
    const { db } = companion.storage.store;
    const payment = await findPayment(db, id);
    const history = (await historyOf(db, id)).map(({ kind }) => kind);
    const webhooks = (await webhooksOf(db, id)).map(({ type }) => type);
    return { status: payment?.status, failure: payment?.failure_code, history, webhooks };
  });

const NOT_SENT = {
  status: 'failed',
  failure: 'not_sent',
  history: ['created', 'not_sent'],
  webhooks: ['payment.failed'],
};
const UNRESOLVED = {
  status: 'unresolved',
  failure: null,
  history: ['created', 'restored', 'outcome_unknown'],
  webhooks: ['payment.unresolved'],
};

describe('an attempt that was not sent when its process ended, on PostgreSQL', () => {
  it('is unresolved in a dump that was restored into another database', async () => {
    const url = await createDatabase(inject('postgres'));
    const payment = await openedAt(url);
    expect(await continuedAt(await copyDatabase(url), payment)).toEqual(UNRESOLVED);
  });

  it('is unresolved in a dump that was restored into the same database', async () => {
    const url = await createDatabase(inject('postgres'));
    const payment = await openedAt(url);
    await runSql(url, 'create table dump as table payments');
    await runSql(url, 'create table dump_of_events as table events');
    await runSql(url, 'truncate payments, events, callbacks, outbox, refunds, mails');
    await runSql(url, 'insert into payments select * from dump');
    await runSql(url, 'insert into events select * from dump_of_events');
    expect(await continuedAt(url, payment)).toEqual(UNRESOLVED);
  });

  it('is failed after a crash of the server, and unresolved after its recovery', async () => {
    const postgres = await startPostgres();
    try {
      const url = await createDatabase(postgres.url);
      const before = await openedAt(url);
      await postgres.restart('immediate');
      expect(await continuedAt(url, before)).toEqual(NOT_SENT);
      const payment = await openedAt(url);
      await postgres.recover();
      expect(await continuedAt(url, payment)).toEqual(UNRESOLVED);
    } finally {
      await postgres.stop();
    }
  });

  it('is recognised by a database user without permission to read about the server', async () => {
    const url = await createDatabase(inject('postgres'));
    const user = `u_${randomBytes(6).toString('hex')}`;
    await runSql(url, `create role ${user} login password 'a-password'`);
    await runSql(url, `grant all on schema public to ${user}`);
    for (const denied of ['pg_control_system()', 'pg_current_wal_lsn()']) {
      await runSql(url, `revoke execute on function ${denied} from public`);
    }
    const limited = Object.assign(new URL(url), { username: user, password: 'a-password' }).href;
    const payment = await openedAt(limited);
    const copy = Object.assign(new URL(await copyDatabase(url)), { username: user, password: 'a-password' }).href;
    expect(await continuedAt(limited, payment)).toEqual(NOT_SENT);
    expect(await continuedAt(copy, payment)).toEqual(UNRESOLVED);
  });
});

describe('an attempt that was not sent when its process ended, on SQLite', () => {
  it('is failed after `tsena migrate` moved it to PostgreSQL', async () => {
    const { url, remove } = await emptyDatabase('sqlite');
    const target = await createDatabase(inject('postgres'));
    const payment = await openedAt(url);
    await migrateToPostgres(url.slice('file:'.length), target);
    expect(await continuedAt(target, payment)).toEqual(NOT_SENT);
    remove();
  });
});
