import { copyDatabase, runSql } from '@tsena/testkit/postgres';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCli } from '../../test/support/cli.ts';
import { type Stack, startStack } from '../../test/support/stack.ts';

let stack: Stack;
let url: string;
beforeEach(async () => {
  stack = await startStack({ store: 'postgres' });
  url = stack.env.DATABASE_URL ?? '';
});
afterEach(() => stack.close());

const restore = (...args: readonly string[]) => runCli(['restore', ...args], { DATABASE_URL: url });

/** A payment that was sent, in a database that is taken back to the moment before: as a dump of that moment holds it. Stops the companion. */
async function paidThenTakenBack(): Promise<string> {
  const { id } = (await stack.pay('ORDER-1')).body;
  await stack.served.stop();
  const before = "status = 'created', sent_at = null, server_correlation_id = null, correlation_source = null, next_check_at = 0";
  await runSql(url, `update payments set ${before}`);
  expect(stack.sandbox.transactions()).toHaveLength(1);
  return id;
}

/** The payment is unresolved, the shop knows, nothing was sent again, and the shopper's approval is still found. */
async function expectUnresolved(id: string): Promise<void> {
  expect(await stack.until(id, 'unresolved', 30_000)).toMatchObject({ retryable: false, failure: null });
  await vi.waitFor(() => expect(stack.receiver.webhooks.map(({ event }) => event.type)).toEqual(['payment.unresolved']));
  expect(stack.sandbox.transactions()).toHaveLength(1);
  stack.sandbox.approve(stack.sandbox.transactions()[0]?.serverCorrelationId ?? '');
  await stack.until(id, 'completed');
}

describe('a payment that a restored PostgreSQL database holds as not sent', () => {
  it('is unresolved at the next start, without any command', async () => {
    const id = await paidThenTakenBack();
    await stack.restart({ DATABASE_URL: await copyDatabase(url) });
    await expectUnresolved(id);
  });

  it('is unresolved after `tsena restore`, where the database cannot tell that it was restored', async () => {
    const id = await paidThenTakenBack();
    const { code, stdout, stderr } = await restore('--json');
    expect({ code, stdout: JSON.parse(stdout) as unknown, stderr }).toEqual({ code: 0, stdout: { markedUnresolved: 1 }, stderr: '' });
    await stack.restart();
    await expectUnresolved(id);
  });
});

describe('`tsena restore` on PostgreSQL', () => {
  it('leaves what was sent, or has ended, as it is', async () => {
    const { id } = (await stack.pay('ORDER-1')).body;
    await stack.served.stop();
    const { code, stdout } = await restore();
    expect(code).toBe(0);
    expect(stdout).toContain('No payment was waiting to be sent in this database; nothing was changed.');
    await stack.restart();
    stack.sandbox.approve(stack.sandbox.transactions()[0]?.serverCorrelationId ?? '');
    await stack.until(id, 'completed');
  });

  it('takes no file, which pg_restore is for', async () => {
    const { code, stderr } = await restore('/var/backups/tsena.dump');
    expect(code).toBe(1);
    expect(stderr).toContain('restore it with pg_restore, then run `tsena restore` without a file');
  });

  it('is told apart from a restore on SQLite, which needs a file', async () => {
    const { code, stderr } = await runCli(['restore'], { DATABASE_URL: 'file:/nowhere/tsena.db' });
    expect(code).toBe(1);
    expect(stderr).toContain('Name the backup: tsena restore FILE');
  });
});
