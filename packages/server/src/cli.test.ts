import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { merchantPaymentSchema, paymentDetailSchema } from '@tsena/shared/merchant';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { type CliRun, runCli, startCli } from '../test/support/cli.ts';
import { PAYER, type Stack, startStack } from '../test/support/stack.ts';
import { createProgram } from './cli/program.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const run = (...args: readonly string[]): Promise<CliRun> => runCli(args, stack.env);

async function json<Schema extends z.ZodMiniType>(schema: Schema, ...args: readonly string[]): Promise<z.output<Schema>> {
  const { code, stdout, stderr } = await run(...args, '--json');
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return z.parse(schema, JSON.parse(stdout));
}

/** Initiates a payment that the operator takes, and of which no answer comes back. */
async function payIntoTheVoid(order: string): Promise<{ readonly id: string; readonly serverCorrelationId: string }> {
  stack.sandbox.setFaults([
    { on: 'initiate', do: 'accept-then-reset', times: 1 },
    { on: 'callback', do: 'drop' },
  ]);
  const { body } = await stack.pay(order);
  expect(body.status).toBe('unresolved');
  return { id: body.id, serverCorrelationId: stack.sandbox.transactions()[0]?.serverCorrelationId ?? '' };
}

describe('help', () => {
  const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)];
  const commands = everyCommand(createProgram());
  const nameOf = (command: Command): string => (command.parent === null ? 'tsena' : `${nameOf(command.parent)} ${command.name()}`);

  it('is there for each command of the contract', () => {
    expect(commands.map(nameOf)).toEqual(
      expect.arrayContaining([
        'tsena serve',
        'tsena doctor',
        'tsena order-token',
        'tsena payments list',
        'tsena payments show',
        'tsena payments refresh',
        'tsena payments resolve',
        'tsena webhooks list',
        'tsena webhooks replay',
        'tsena backup',
        'tsena restore',
      ]),
    );
  });

  it.each(commands.filter((one) => one.commands.length === 0).map((command) => [nameOf(command), command] as const))(
    'of %s has an example of it',
    (name, command) => {
      let help = '';
      const writeOut = (text: string) => {
        help += text;
      };
      command.configureOutput({ writeOut }).outputHelp();
      expect(help.slice(help.indexOf('Example'))).toContain(name);
    },
  );

  it('is offered for what nobody knows', async () => {
    const { code, stderr } = await run('payment');
    expect(code).toBe(1);
    expect(stderr).toMatch(/unknown command 'payment'[\s\S]*Did you mean payments\?/);
  });
});

it('lists every wrong setting at once and ends with 1', async () => {
  const { code, stderr } = await runCli(['serve'], { PORT: 'x' });
  expect(code).toBe(1);
  expect(stderr).toMatch(/7 settings have to be put right:[\s\S]*CONSUMER_KEY[\s\S]*PORT has to be/);
});

it('reads .env in its folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tsena-'));
  writeFileSync(
    join(folder, '.env'),
    Object.entries(stack.env)
      .map(([name, value]) => `${name}="${value}"`)
      .join('\n'),
  );
  const { code, stdout } = await runCli(['order-token', 'ORDER-1', '25000'], {}, folder);
  rmSync(folder, { recursive: true });
  expect(code).toBe(0);
  expect(stdout.split('.')).toHaveLength(3);
});

it('serves, says so in one line, keeps its files to itself, and ends with 0 when it is told to', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tsena-'));
  const database = join(folder, 'data', 'tsena.db');
  const { child, ended } = startCli(['serve'], { ...stack.env, PORT: '0', PUBLIC_URL: '', DATABASE_URL: `file:${database}` });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  expect(line).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+$/);
  const url = String(line).slice('listening on '.length);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('process_resident_memory_bytes');
  expect(statSync(database).mode & 0o077).toBe(0);
  expect(statSync(join(folder, 'data')).mode & 0o077).toBe(0);
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0 });
  rmSync(folder, { recursive: true });
});

describe('order-token', () => {
  it('signs what the companion takes', async () => {
    const { token } = await json(
      z.object({ token: z.string(), expiresAt: z.string() }),
      'order-token',
      'ORDER-CLI',
      '25000',
      '--description',
      'Vanilla',
    );
    const { status, body } = await stack.get('/v1/checkout', { Authorization: `Bearer ${token}` });
    expect(status).toBe(200);
    expect(body).toMatchObject({ order: 'ORDER-CLI', amount: '25000', description: 'Vanilla' });
  });

  it('says what is wrong with an amount', async () => {
    const { code, stderr } = await run('order-token', 'ORDER-CLI', '99.5');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^amount has to be a string of digits/);
  });
});

describe('payments, beside a companion that serves', () => {
  it('are listed and shown without the payer’s number', async () => {
    const { body } = await stack.pay('ORDER-LIST');
    const { payments } = await json(z.object({ payments: z.array(merchantPaymentSchema) }), 'payments', 'list', '--order', 'ORDER-LIST');
    expect(payments).toMatchObject([{ id: body.id, status: 'pending', payer: '034 •• ••0 03' }]);

    const list = await run('payments', 'list', '--status', 'pending');
    expect(list.stdout).toContain(body.id);
    expect(list.stdout).toContain('25 000 Ar');

    const shown = await run('payments', 'show', 'ORDER-LIST');
    expect(shown.stdout).toMatch(/payment +pay_/);
    expect(shown.stdout).toMatch(/created[\s\S]*sending[\s\S]*accepted/);
    expect(shown.stdout.replaceAll(' ', '')).not.toContain(PAYER.replaceAll(' ', ''));
    const record = await json(paymentDetailSchema, 'payments', 'show', body.id);
    expect(record.history.map(({ kind }) => kind)).toEqual(['created', 'sending', 'accepted']);
  });

  it('are refreshed: the operator is asked, and the companion tells the shop', async () => {
    stack.sandbox.setFaults([{ on: 'callback', do: 'drop' }]);
    const { body } = await stack.pay('ORDER-REFRESH');
    stack.sandbox.approve(stack.sandbox.transactions()[0]?.serverCorrelationId ?? '');
    // It is pending only where the companion is looking at this very moment.
    expect(['completed', 'pending']).toContain((await json(merchantPaymentSchema, 'payments', 'refresh', body.id)).status);
    await stack.until(body.id, 'completed');
    await vi.waitFor(() => expect(stack.receiver.webhooks.map(({ event }) => event.data.id)).toContain(body.id), 5000);
  });

  it('are resolved by the operator’s record, and the shop is told', async () => {
    const { id, serverCorrelationId } = await payIntoTheVoid('ORDER-EVIDENCE');
    stack.sandbox.approve(serverCorrelationId);
    const reference =
      stack.sandbox.transactions().find((one) => one.serverCorrelationId === serverCorrelationId)?.transactionReference ?? '';

    const none = await run('payments', 'resolve', id, '--reference', '../status');
    expect(none.code).toBe(1);
    expect(none.stderr).toContain('A transaction reference has 5 to 20 digits and letters and does not begin with 0, as in 636042511.');

    const wrong = await run('payments', 'resolve', id, '--reference', '100000001');
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toContain('reference_mismatch');

    const payment = await json(merchantPaymentSchema, 'payments', 'resolve', id, '--reference', reference);
    expect(payment).toMatchObject({ status: 'completed', transactionReference: reference });
    await vi.waitFor(
      () => expect(stack.receiver.webhooks.some(({ event }) => event.type === 'payment.completed' && event.data.id === id)).toBe(true),
      5000,
    );
  });

  it('are decided with a reason, which stays in the history', async () => {
    const { id } = await payIntoTheVoid('ORDER-DECIDED');
    expect((await run('payments', 'list', '--needs-person')).stdout).toContain(id);
    const without = await run('payments', 'resolve', id, '--resolution', 'not_received');
    expect(without.code).toBe(1);
    expect(without.stderr).toContain('--reason');
    const decided = await json(
      merchantPaymentSchema,
      'payments',
      'resolve',
      id,
      '--resolution',
      'not_received',
      '--reason',
      'not in the statement',
    );
    expect(decided).toMatchObject({
      status: 'unresolved',
      retryable: true,
      resolution: { resolution: 'not_received', reason: 'not in the statement' },
    });
    expect((await run('payments', 'list', '--needs-person')).stdout).not.toContain(id);
  });

  it('that do not exist are said not to', async () => {
    const id = `pay_${'x'.repeat(22)}`;
    for (const command of ['show', 'refresh']) {
      const { code, stderr } = await run('payments', command, id);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^No payment/);
    }
    const { stderr } = await run('payments', 'refresh', 'ORDER-1', '--json');
    expect(stderr).toContain('It has to be a payment’s id');
  });
});

it('webhooks that were given up are listed and sent again under their own id', async () => {
  stack.receiver.answer = 410;
  const { body } = await stack.pay('ORDER-GONE');
  stack.sandbox.reject(stack.sandbox.transactions()[0]?.serverCorrelationId ?? '');
  await stack.until(body.id, 'failed');

  const schema = z.object({
    webhooks: z.array(z.object({ id: z.string(), payment: z.string(), state: z.string(), lastError: z.nullable(z.string()) })),
  });
  const dead = await vi.waitFor(async () => {
    const { webhooks } = await json(schema, 'webhooks', 'list', '--state', 'dead');
    expect(webhooks).toMatchObject([{ payment: body.id, lastError: 'the endpoint answered 410' }]);
    return webhooks[0]?.id ?? '';
  }, 10_000);

  stack.receiver.answer = 200;
  expect((await run('webhooks', 'replay', '--dead')).stdout).toContain(dead);
  await vi.waitFor(() => expect(stack.receiver.webhooks.map(({ id }) => id)).toContain(dead), 5000);
  expect((await run('webhooks', 'replay')).code).toBe(1);
  expect((await run('webhooks', 'replay', 'msg_none')).stderr).toContain('No webhook has the id msg_none');
});

it('a command in a folder without a database makes none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tsena-'));
  const env = { ...stack.env, DATABASE_URL: `file:${join(folder, 'data', 'tsena.db')}` };
  const { code, stderr } = await runCli(['payments', 'list', '--json'], env);
  expect(code).toBe(1);
  expect(z.parse(z.object({ error: z.object({ message: z.string() }) }), JSON.parse(stderr)).error.message).toMatch(
    /^There is no database at/,
  );
  rmSync(folder, { recursive: true });
});
