import { createDatabase } from '@tsena/testkit/postgres';
import { beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { runCli } from '../../../test/support/cli.ts';
import { startStack } from '../../../test/support/stack.ts';
import { useForEach } from '../../../test/support/use.ts';

const stack = useForEach(startStack);
let target: string;
beforeEach(async () => {
  target = await createDatabase(inject('postgres'));
});

const migrate = (args: readonly string[] = [], env: Record<string, string> = { DATABASE_URL: target }) =>
  runCli(['migrate', '--from', stack.env.DATABASE_URL ?? '', ...args], env);

describe('tsena migrate', () => {
  it('copies a shop’s payments to PostgreSQL, where they continue', async () => {
    for (let order = 0; order < 6; order += 1) await stack.pay(`ÒRDER-${order} é`);
    const [first, second] = stack.sandbox.transactions();
    stack.sandbox.approve(first?.serverCorrelationId ?? '');
    await vi.waitFor(() => expect(stack.receiver.webhooks).toHaveLength(1));
    await stack.served.stop();

    const run = await migrate(['--json']);
    expect(run.stderr).toBe('');
    expect(run.code).toBe(0);
    const report = JSON.parse(run.stdout) as { rows: Record<string, number>; hash: string };
    expect(report.rows).toMatchObject({ orders: 6, payments: 6, outbox: 1 });
    expect(report.rows.events).toBeGreaterThanOrEqual(18);

    // The new process has the same address as the stopped one, so that it receives the callbacks.
    await stack.restart({ DATABASE_URL: target });
    stack.sandbox.approve(second?.serverCorrelationId ?? '');
    await vi.waitFor(() => expect(stack.receiver.webhooks).toHaveLength(2), 15_000);
    expect(stack.receiver.webhooks.map(({ event }) => event.type)).toEqual(['payment.completed', 'payment.completed']);
  });

  it('refuses a password on the command line, where other users can read it', async () => {
    await stack.served.stop();
    const { code, stderr } = await migrate(['--to', target]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/Remove the password from --to/);
    const { password } = new URL(target);
    expect(stderr).not.toContain(password);
    const bare = Object.assign(new URL(target), { password: '' }).href;
    expect(await migrate(['--to', bare], { PGPASSWORD: password })).toMatchObject({ code: 0 });
  });
});
