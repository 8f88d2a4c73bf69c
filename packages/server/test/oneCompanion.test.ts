import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from './support/cli.ts';
import { startServe } from './support/process.ts';
import { startStack } from './support/stack.ts';
import { untilTestEnds, useFolder, useForEach } from './support/use.ts';

const folder = useFolder();
const stack = useForEach(() => startStack({ callbacks: false }));
const path = () => stack.env.DATABASE_URL?.slice('file:'.length) ?? '';

it('a second `tsena serve` on a SQLite file says that a companion serves it, and ends with 1', async () => {
  const second = await runCli(['serve'], { ...stack.env, PORT: '0' });
  expect([second.code, second.stdout]).toEqual([1, '']);
  expect(second.stderr).toBe(
    `the database cannot be opened: another companion serves ${path()}. Stop it first; several companions need PostgreSQL.\n`,
  );
  symlinkSync(path(), folder('link.db'));
  expect(
    (await runCli(['serve'], { ...stack.env, PORT: '0', DATABASE_URL: `file:${folder('link.db')}` })).stderr,
  ).toContain(`another companion serves ${folder('link.db')}`);
  expect((await stack.pay('ORDER-1')).status).toBe(201);
});

it('after a crash of the companion, the next one starts at once and continues its payments', async () => {
  const { body: payment } = await stack.pay('ORDER-1');
  await stack.served.stop();
  for (let crash = 0; crash < 2; crash += 1) {
    const companion = startServe(stack.env);
    await companion.ready;
    expect(await companion.end('SIGKILL')).toBe('SIGKILL');
  }
  const last = await untilTestEnds(
    Promise.resolve(startServe(stack.env)).then(async (one) => ({ ...one, close: () => one.end('SIGTERM') })),
  );
  await last.ready;
  const [transaction] = stack.sandbox.transactions();
  stack.sandbox.approve(transaction?.serverCorrelationId ?? '');
  await stack.until(payment.id, 'completed');
});

it('commands read, write and back up the database beside a running companion', async () => {
  expect((await stack.pay('ORDER-1')).status).toBe(201);
  const run = async (...args: readonly string[]) => {
    const { code, stderr, stdout } = await runCli(args, stack.env);
    expect([args[0], code, stderr]).toEqual([args[0], 0, '']);
    return stdout;
  };
  expect(await run('payments', 'list')).toContain('ORDER-1');
  expect(await run('keys', 'create', '--name', 'till', '--scope', 'read')).toContain('tsena_test_');
  await run('backup', folder('copy.db'));
  expect(existsSync(join(folder(), 'copy.db'))).toBe(true);
});
