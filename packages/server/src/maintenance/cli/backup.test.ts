import { readdirSync, statSync } from 'node:fs';
import type { PaymentId } from '@tsena/shared/checkout';
import type { Setup } from '@tsena/shared/merchant';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../../test/support/cli.ts';
import { asMerchant } from '../../../test/support/merchant.ts';
import { startStack } from '../../../test/support/stack.ts';
import { useFolder, useForEach } from '../../../test/support/use.ts';

const folder = useFolder();

const stack = useForEach(startStack);

const databaseOf = (): string => (stack.env.DATABASE_URL ?? '').slice('file:'.length);

/** Counts payments with SQLite itself, not with the code under test. */
function countPayments(file: string, where = 'true'): number {
  const database = new Sqlite(file, { readonly: true });
  try {
    return Number(database.prepare(`select count(*) from payments where ${where}`).pluck().get());
  } finally {
    database.close();
  }
}

describe('tsena backup', () => {
  it('writes a complete, consistent copy while payments are made, readable only by its owner', async () => {
    const file = folder('backup.db');
    for (let before = 0; before < 5; before += 1) await stack.pay(`BEFORE-${before}`);
    let writing = true;
    const writes = (async () => {
      let orders = 0;
      while (writing) {
        orders += 1;
        expect((await stack.pay(`ORDER-${orders}`)).status).toBe(201);
      }
      return orders;
    })();
    const { code, stdout, stderr } = await runCli(['backup', file, '--json'], stack.env);
    writing = false;
    const orders = await writes;

    expect(stderr).toBe('');
    expect(code).toBe(0);
    const report = JSON.parse(stdout) as { payments: number; orders: number };
    expect(countPayments(file)).toBe(report.payments);
    expect(report.orders).toBe(report.payments);
    expect(report.payments).toBeGreaterThanOrEqual(5);
    expect(report.payments).toBeLessThanOrEqual(5 + orders);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder())).toEqual(['backup.db']);
  });

  it('records its time, which the setup page shows; the copy has no record of itself', async () => {
    const file = folder('backup.db');
    const backupCheck = async () => {
      const { body } = await stack.get<Setup>('/v1/merchant/setup', asMerchant);
      return body.checks.find(({ name }) => name === 'backup');
    };
    expect(await backupCheck()).toMatchObject({ result: 'warning', reason: 'backup_none' });
    expect((await runCli(['backup', file], stack.env)).code).toBe(0);
    expect(await backupCheck()).toMatchObject({ result: 'ok', reason: 'backup_recent', values: { hours: 0 } });
    const copy = new Sqlite(file, { readonly: true });
    expect(copy.prepare('select count(*) from backups').pluck().get()).toBe(0);
    copy.close();
  });

  it('with --record records a backup that was made by other means, and writes no file', async () => {
    const { code, stdout } = await runCli(['backup', '--record', '--json'], {
      DATABASE_URL: stack.env.DATABASE_URL ?? '',
    });
    expect(code).toBe(0);
    const { recordedAt } = JSON.parse(stdout) as { recordedAt: string };
    const rows = await stack.served.companion.storage.store.db.selectFrom('backups').select('recorded_at').execute();
    expect(rows.map((row) => new Date(row.recorded_at).toISOString())).toEqual([recordedAt]);
    expect(readdirSync(folder())).toEqual([]);
  });

  it('refers to pg_dump on PostgreSQL', async () => {
    const { code, stderr } = await runCli(['backup', folder('x')], {
      DATABASE_URL: 'postgres://user@db.example/tsena',
    });
    expect(code).toBe(1);
    expect(stderr).toContain('pg_dump');
  });
});

describe('tsena restore', () => {
  it('replaces the database, keeps the former one, and the companion continues its payments', async () => {
    const file = folder('backup.db');
    const { body } = await stack.pay('ORDER-1');
    expect((await runCli(['backup', file], stack.env)).code).toBe(0);
    await stack.pay('ORDER-2');

    const refused = await runCli(['restore', file], stack.env);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('Stop the companion first');
    expect(countPayments(databaseOf())).toBe(2);

    await stack.served.stop();
    const { code, stdout } = await runCli(['restore', file, '--json'], stack.env);
    expect(code).toBe(0);
    const report = JSON.parse(stdout) as { formerDatabase: string; payments: number };
    expect(report.payments).toBe(1);
    expect(countPayments(databaseOf())).toBe(1);
    expect(countPayments(report.formerDatabase)).toBe(2);

    await stack.restart();
    const [second, first] = stack.sandbox.transactions();
    expect(second?.serverCorrelationId).toBeDefined();
    stack.sandbox.approve(first?.serverCorrelationId ?? '');
    await stack.until(body.id, 'completed');
  });

  it('marks a payment that was not yet sent as unresolved, because it may have been sent later', async () => {
    const file = folder('backup.db');
    const { body } = await stack.pay('ORDER-1');
    const { db } = stack.served.companion.storage.store;
    const asCreated = {
      status: 'created',
      sent_at: null,
      server_correlation_id: null,
      next_check_at: Date.now() + 60_000,
    } as const;
    await db
      .updateTable('payments')
      .set(asCreated)
      .where('id', '=', body.id as PaymentId)
      .execute();
    expect((await runCli(['backup', file], stack.env)).code).toBe(0);
    await stack.served.stop();

    const { stdout } = await runCli(['restore', file], stack.env);
    expect(stdout).toContain('because the backup has them as not yet sent: 1.');
    expect(stdout).toContain('Money that the counter took by hand after that time looks unused again.');
    await stack.restart();
    const payment = await stack.until(body.id, 'unresolved');
    expect(payment.retryable).toBe(false);
    expect(stack.sandbox.transactions()).toHaveLength(1);
  });
});
