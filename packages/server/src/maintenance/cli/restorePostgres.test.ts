import { runSql } from '@tsena/testkit/postgres';
import { describe, expect, it, vi } from 'vitest';
import { runCli } from '../../../test/support/cli.ts';
import { finish } from '../../../test/support/merchant.ts';
import { startStack } from '../../../test/support/stack.ts';
import { useForEach } from '../../../test/support/use.ts';

const stack = useForEach(() => startStack({ store: 'postgres' }));

const restore = (...args: readonly string[]) =>
  runCli(['restore', ...args], { DATABASE_URL: stack.env.DATABASE_URL ?? '' });

describe('`tsena restore` on PostgreSQL', () => {
  it('leaves a payment unresolved that the database has as not yet sent', async () => {
    const { id } = (await stack.pay('ORDER-1')).body;
    await stack.served.stop();
    // As in a dump taken before the initiation.
    const before =
      "status = 'created', sent_at = null, server_correlation_id = null, correlation_source = null, next_check_at = 0";
    await runSql(stack.env.DATABASE_URL ?? '', `update payments set ${before}`);
    const { code, stdout, stderr } = await restore('--json');
    expect({ code, stdout: JSON.parse(stdout) as unknown, stderr }).toEqual({
      code: 0,
      stdout: { markedUnresolved: 1 },
      stderr: '',
    });
    await stack.restart();
    expect(await stack.until(id, 'unresolved', 30_000)).toMatchObject({ retryable: false, failure: null });
    await vi.waitFor(() =>
      expect(stack.receiver.webhooks.map(({ event }) => event.type)).toEqual(['payment.unresolved']),
    );
    // Nothing is sent again, and the payer's approval completes it.
    expect(stack.sandbox.transactions()).toHaveLength(1);
    await finish(stack, id, 'approve');
  });

  it('refuses a file and refers to pg_restore', async () => {
    const { code, stderr } = await restore('/var/backups/tsena.dump');
    expect(code).toBe(1);
    expect(stderr).toContain('Restore it with pg_restore, then run `tsena restore` without a file');
  });

  it('says that money which was taken by hand since the backup looks unused', async () => {
    await stack.served.stop();
    const { code, stdout } = await restore();
    expect(code).toBe(0);
    expect(stdout).toContain('Money that the counter took by hand after the backup looks unused again.');
  });
});
