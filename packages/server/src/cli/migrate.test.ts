import { orderClaimsSchema } from '@tsena/shared/checkout';
import { createDatabase, runSql } from '@tsena/testkit/postgres';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { runCli } from '../../test/support/cli.ts';
import { type Stack, startStack } from '../../test/support/stack.ts';
import { readSettings } from '../config/readSettings.ts';
import { serve } from '../main.ts';
import { readEnvironment, requireEnvironment } from '../storage/databaseEnvironment.ts';
import { openStore } from '../storage/store.ts';

const orderReference = (text: string) => z.parse(orderClaimsSchema.shape.sub, text);

let stack: Stack;
let target: string;
let isStopped: boolean;

beforeEach(async () => {
  stack = await startStack();
  target = await createDatabase(inject('postgres'));
  isStopped = false;
});
afterEach(async () => {
  if (isStopped) await stack.restart();
  await stack.close();
});

async function stop(): Promise<void> {
  await stack.served.stop();
  isStopped = true;
}

const source = () => stack.env.DATABASE_URL ?? '';
const migrate = (args: readonly string[] = [], env: Record<string, string> = { DATABASE_URL: target }) =>
  runCli(['migrate', '--from', source(), ...args], env);

describe('tsena migrate', () => {
  it('copies a shop’s payments to PostgreSQL, where they continue', async () => {
    for (let order = 0; order < 6; order += 1) await stack.pay(`ÒRDER-${order} é`);
    const [first, second] = stack.sandbox.transactions();
    stack.sandbox.approve(first?.serverCorrelationId ?? '');
    await vi.waitFor(() => expect(stack.receiver.webhooks).toHaveLength(1));
    await stop();

    const run = await migrate(['--json']);
    expect(run.stderr).toBe('');
    expect(run.code).toBe(0);
    const report = JSON.parse(run.stdout) as { rows: Record<string, number>; hash: string };
    expect(report.rows).toMatchObject({ orders: 6, payments: 6, outbox: 1 });
    expect(report.rows.events).toBeGreaterThanOrEqual(18);

    // The new process has the same address as the stopped one, so that it receives the callbacks.
    stack.served = await serve(readSettings({ ...stack.env, DATABASE_URL: target }));
    isStopped = false;
    stack.sandbox.approve(second?.serverCorrelationId ?? '');
    await vi.waitFor(() => expect(stack.receiver.webhooks).toHaveLength(2), 15_000);
    expect(stack.receiver.webhooks.map(({ event }) => event.type)).toEqual(['payment.completed', 'payment.completed']);
  });

  it('copies more rows than one page, and reports the same hash for the same rows', async () => {
    const { db } = stack.served.companion.storage.store;
    const orders = Array.from({ length: 1234 }, (_, index) => ({
      reference: orderReference(`SEED-${index}`),
      amount: index,
      created_at: index,
    }));
    for (let from = 0; from < orders.length; from += 200)
      await db
        .insertInto('orders')
        .values(orders.slice(from, from + 200))
        .execute();
    await stop();
    const [one, two] = [await migrate(['--json']), await migrate(['--json'], { DATABASE_URL: await createDatabase(inject('postgres')) })];
    expect(JSON.parse(one.stdout)).toMatchObject({ rows: { orders: 1234 } });
    expect(one.stdout).toBe(two.stdout);
  });

  it('refuses while a companion has the file open', async () => {
    const { code, stderr } = await migrate();
    expect(code).toBe(1);
    expect(stderr).toMatch(/is in use\. Stop the companion first/);
    expect((await stack.pay('ORDER-1')).status).toBe(201);
  });

  it('refuses a target that has rows, and does not change it', async () => {
    await stop();
    const other = await openStore(target);
    await other.db
      .insertInto('orders')
      .values({ reference: orderReference('THEIRS'), amount: 1, created_at: 1 })
      .execute();
    await other.close();
    const { code, stderr } = await migrate();
    expect(code).toBe(1);
    expect(stderr).toMatch(/already holds orders/);
    expect((await runSql(target, 'select reference from orders')).rows).toEqual([{ reference: 'THEIRS' }]);
  });

  it('copies into a database on which a companion started before, if it is for the same environment', async () => {
    await stack.pay('ORDER-1');
    await stop();
    const other = await openStore(target);
    await requireEnvironment(other, 'production');
    const refused = await migrate();
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/The target belongs to environment production, the source to sandbox\. Nothing was changed\./);
    await other.db.updateTable('properties').set({ value: 'sandbox' }).execute();
    expect(await migrate()).toMatchObject({ code: 0 });
    expect(await readEnvironment(other.db)).toBe('sandbox');
    await other.close();
  });

  it('copies nothing if a row differs after it was copied', async () => {
    await stack.pay('ORDER-1');
    await stack.pay('ORDER-2');
    await stop();
    await (await openStore(target)).close();
    await runSql(
      target,
      `create function spoil() returns trigger as $$ begin new.data := replace(new.data, 'correlationId', 'CorrelationId'); return new; end $$ language plpgsql;
       create trigger spoil before insert on events for each row when (new.version = 2) execute function spoil()`,
    );
    const { code, stderr } = await migrate();
    expect(code).toBe(1);
    expect(stderr).toMatch(/A row of events differs after it was copied \(pay_\S+ 2\); nothing was changed/);
    expect((await runSql(target, 'select reference from orders')).rows).toEqual([]);
  });

  it('refuses a password on the command line, where other users can read it', async () => {
    await stop();
    const { code, stderr } = await migrate(['--to', target]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/Remove the password from --to/);
    const { password } = new URL(target);
    expect(stderr).not.toContain(password);
    const bare = Object.assign(new URL(target), { password: '' }).href;
    expect(await migrate(['--to', bare], { PGPASSWORD: password })).toMatchObject({ code: 0 });
  });
});
