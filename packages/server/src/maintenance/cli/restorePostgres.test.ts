import { runSql } from '@tsena/testkit/postgres';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { runCli } from '../../../test/support/cli.ts';
import { startStack } from '../../../test/support/stack.ts';
import { useForEach } from '../../../test/support/use.ts';

const stack = useForEach(() => startStack({ store: 'postgres' }));
let url: string;
beforeEach(async () => {
  url = stack.env.DATABASE_URL ?? '';
});

const restore = (...args: readonly string[]) => runCli(['restore', ...args], { DATABASE_URL: url });

/** Sends a payment, stops the companion, and sets the payment's row back to what a dump taken before the initiation contains. */
async function payThenRollBack(): Promise<string> {
  const { id } = (await stack.pay('ORDER-1')).body;
  await stack.served.stop();
  const before = "status = 'created', sent_at = null, server_correlation_id = null, correlation_source = null, next_check_at = 0";
  await runSql(url, `update payments set ${before}`);
  expect(stack.sandbox.transactions()).toHaveLength(1);
  return id;
}

/** Expects that the payment is unresolved, the shop has its webhook, nothing is sent again, and the payer's approval completes it. */
async function expectUnresolved(id: string): Promise<void> {
  expect(await stack.until(id, 'unresolved', 30_000)).toMatchObject({ retryable: false, failure: null });
  await vi.waitFor(() => expect(stack.receiver.webhooks.map(({ event }) => event.type)).toEqual(['payment.unresolved']));
  expect(stack.sandbox.transactions()).toHaveLength(1);
  stack.sandbox.approve(stack.sandbox.transactions()[0]?.serverCorrelationId ?? '');
  await stack.until(id, 'completed');
}

describe('a payment that a restored PostgreSQL database has as not yet sent', () => {
  it('is unresolved after `tsena restore`, if the companion cannot detect the restore', async () => {
    const id = await payThenRollBack();
    const { code, stdout, stderr } = await restore('--json');
    expect({ code, stdout: JSON.parse(stdout) as unknown, stderr }).toEqual({ code: 0, stdout: { markedUnresolved: 1 }, stderr: '' });
    await stack.restart();
    await expectUnresolved(id);
  });
});

describe('`tsena restore` on PostgreSQL', () => {
  it('refuses a file and refers to pg_restore', async () => {
    const { code, stderr } = await restore('/var/backups/tsena.dump');
    expect(code).toBe(1);
    expect(stderr).toContain('Restore it with pg_restore, then run `tsena restore` without a file');
  });
});
