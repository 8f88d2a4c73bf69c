import { once } from 'node:events';
import { statSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import {
  createdKeySchema,
  deliverySchema,
  keyPageSchema,
  linkSchema,
  merchantPaymentSchema,
  paymentDetailSchema,
  refundPageSchema,
  refundSchema,
} from '@tsena/shared/merchant';
import { startEndpoint } from '@tsena/testkit/endpoint';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { type CliRun, runCli, startCli } from '../../test/support/cli.ts';
import { finish, settleNewest } from '../../test/support/merchant.ts';
import { seedPayment } from '../../test/support/seed.ts';
import { seedWebhook } from '../../test/support/seedRows.ts';
import { PAYER, startStack } from '../../test/support/stack.ts';
import { untilTestEnds, useFolder, useForAll } from '../../test/support/use.ts';
import { createProgram } from './program.ts';

const folder = useFolder();

const program = await createProgram();
const stack = useForAll(startStack);

const run = (...args: readonly string[]): Promise<CliRun> => runCli(args, stack.env);

async function json<Schema extends z.ZodMiniType>(
  schema: Schema,
  ...args: readonly string[]
): Promise<z.output<Schema>> {
  const { code, stdout, stderr } = await run(...args, '--json');
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return z.parse(schema, JSON.parse(stdout));
}

/** Initiates a payment that the operator accepts; its answer is lost. */
async function payWithLostAnswer(order: string): Promise<string> {
  stack.sandbox.setFaults([
    { on: 'initiate', do: 'accept-then-reset', times: 1 },
    { on: 'callback', do: 'drop' },
  ]);
  const { body } = await stack.pay(order);
  expect(body.status).toBe('unresolved');
  return body.id;
}

describe('--help', () => {
  const everyCommand = (command: CommandUnknownOpts): CommandUnknownOpts[] => [
    command,
    ...command.commands.flatMap(everyCommand),
  ];
  const commands = everyCommand(program);
  const nameOf = (command: CommandUnknownOpts): string =>
    command.parent === null ? 'tsena' : `${nameOf(command.parent)} ${command.name()}`;

  it.each(commands.filter((one) => one.commands.length === 0).map((command) => [nameOf(command), command] as const))(
    'of %s shows an example',
    (name, command) => {
      const help: string[] = [];
      command.configureOutput({ writeOut: (text) => help.push(text) }).outputHelp();
      expect(help.join('').split('Example').at(-1)).toContain(name);
    },
  );
});

it('tsena reads .env in the current folder, and order-token needs no setting but its secret', async () => {
  writeFileSync(folder('.env'), `ORDER_TOKEN_SECRET="${stack.env.ORDER_TOKEN_SECRET}"`);
  const { code, stdout } = await runCli(['order-token', 'ORDER-1', '25000'], {}, folder());
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ey[\w-]+\.[\w-]+\.[\w-]+\n$/);
});

it('tsena serve prints its address, keeps its files private, and exits with 0 on SIGTERM', async () => {
  const database = folder('data', 'tsena.db');
  const { child, ended } = startCli(['serve'], {
    ...stack.env,
    PORT: '0',
    PUBLIC_URL: '',
    DATABASE_URL: `file:${database}`,
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  expect(line).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+$/);
  const url = String(line).slice('listening on '.length);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('process_resident_memory_bytes');
  expect(statSync(database).mode & 0o077).toBe(0);
  expect(statSync(folder('data')).mode & 0o077).toBe(0);
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0 });
});

it('tsena serve and the commands on payments refuse a database of the other environment, and say what to do', async () => {
  const production = { OPERATOR_ENVIRONMENT: 'production', OPERATOR_BASE_URL: 'https://api.operator.example' };
  await stack.served.stop();
  for (const command of [['serve'], ['payments', 'list']]) {
    const { code, stdout, stderr } = await runCli(command, {
      ...stack.env,
      ...production,
      PORT: '0',
      PUBLIC_URL: 'https://pay.example',
    });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^The database belongs to OPERATOR_ENVIRONMENT=sandbox, but the setting is production\. .*set DATABASE_URL to a database for production/,
    );
  }
  await stack.restart();
});

it('a command whose reader closes the pipe ends without an error message', async () => {
  const { child, ended } = startCli(['payments', 'list', '--json'], stack.env);
  child.stdout.destroy();
  expect(await ended).toMatchObject({ code: 0, stderr: '' });
});

it('tsena serve logs a warning for a variable that is almost a setting, without its value', async () => {
  const misspelt = { LOG_LEVEL: 'warn', ALOWED_ORIGINS: 'https://unseen.example' };
  const { child, ended } = startCli(['serve'], {
    ...stack.env,
    PORT: '0',
    PUBLIC_URL: '',
    DATABASE_URL: 'file::memory:',
    ...misspelt,
  });
  await once(createInterface({ input: child.stdout }), 'line');
  child.kill('SIGTERM');
  const { stderr } = await ended;
  expect(stderr).toContain('"variable":"ALOWED_ORIGINS","setting":"ALLOWED_ORIGINS"');
  expect(stderr).not.toContain('unseen.example');
});

describe('tsena order-token', () => {
  it('signs an order token that the companion accepts', async () => {
    const schema = z.object({ token: z.string(), expiresAt: z.string() });
    const { token } = await json(schema, 'order-token', 'ORDER-CLI', '25000', '--description', 'Vanilla');
    const { status, body } = await stack.get('/v1/checkout', { Authorization: `Bearer ${token}` });
    expect(status).toBe(200);
    expect(body).toMatchObject({ order: 'ORDER-CLI', amount: '25000', description: 'Vanilla' });
  });
});

describe('tsena payments, while a companion runs,', () => {
  it('lists and shows payments without the payer’s number', async () => {
    const { body } = await stack.pay('ORDER-LIST');
    const { data } = await json(
      z.object({ data: z.array(merchantPaymentSchema) }),
      'payments',
      'list',
      '--order',
      'ORDER-LIST',
    );
    expect(data).toMatchObject([{ id: body.id, status: 'pending', payer: '034 •• ••0 03' }]);

    const list = await run('payments', 'list', '--status', 'pending');
    expect(list.stdout).toContain(body.id);
    expect(list.stdout).toContain('25,000 Ar');

    const shown = await run('payments', 'show', 'ORDER-LIST');
    expect(shown.stdout).toMatch(/payment +pay_/);
    expect(shown.stdout).toMatch(/created[\s\S]*sending[\s\S]*accepted/);
    expect(shown.stdout.replaceAll(' ', '')).not.toContain(PAYER.replaceAll(' ', ''));
    const detail = await json(paymentDetailSchema, 'payments', 'show', body.id);
    expect(detail.history.map(({ kind }) => kind)).toEqual(['created', 'sending', 'accepted']);
  });

  it('refresh checks the status with the operator, and the companion sends the webhook', async () => {
    stack.sandbox.setFaults([{ on: 'callback', do: 'drop' }]);
    const { body } = await stack.pay('ORDER-REFRESH');
    settleNewest(stack, 'approve');
    // It is pending only if the companion checks the status at the same moment.
    expect(['completed', 'pending']).toContain(
      (await json(merchantPaymentSchema, 'payments', 'refresh', body.id)).status,
    );
    await stack.until(body.id, 'completed');
    await vi.waitFor(() => expect(stack.receiver.webhooks.map(({ event }) => event.data.id)).toContain(body.id), 5000);
  });

  it('resolve --reference verifies the transaction details', async () => {
    const id = await payWithLostAnswer('ORDER-REFERENCE');
    settleNewest(stack, 'approve');
    const reference = stack.sandbox.transactions()[0]?.transactionReference ?? '';

    const none = await run('payments', 'resolve', id, '--reference', '---');
    expect(none.code).toBe(1);
    expect(none.stderr).toContain(
      'The reference must be the transaction reference in the SMS or the portal, as in 636042511.',
    );

    const wrong = await run('payments', 'resolve', id, '--reference', '100000001');
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toContain('reference_mismatch');

    const payment = await json(merchantPaymentSchema, 'payments', 'resolve', id, '--reference', reference);
    expect(payment).toMatchObject({ status: 'completed', transactionReference: reference });
  });

  it('resolve --resolution records the resolution with its reason', async () => {
    const id = await payWithLostAnswer('ORDER-RESOLVED');
    expect((await run('payments', 'list', '--needs-review')).stdout).toContain(id);
    const without = await run('payments', 'resolve', id, '--resolution', 'not_received');
    expect(without.code).toBe(1);
    expect(without.stderr).toContain('--reason');
    const given = ['--resolution', 'not_received', '--reason', 'not in the statement'];
    const resolved = await json(merchantPaymentSchema, 'payments', 'resolve', id, ...given);
    expect(resolved).toMatchObject({
      status: 'unresolved',
      retryable: true,
      resolution: { kind: 'not_received', reason: 'not in the statement' },
    });
    expect((await run('payments', 'list', '--needs-review')).stdout).not.toContain(id);
    const received = ['payments', 'resolve', id, '--resolution', 'received', '--reason', 'the SMS was shown'];
    const at = resolved.resolution?.at ?? '';
    expect((await run(...received)).stderr).toContain(
      `resolution: not_received, not in the statement, command line, ${at})`,
    );
    expect((await run('payments', 'show', id)).stdout).toContain(at);
    expect((await run(...received, '--replaces', at)).stdout).toContain('received: the SMS was shown');
  });
});

it('tsena webhooks lists failed deliveries and replays them with the same id', async () => {
  stack.receiver.answer = 410;
  const { body } = await stack.pay('ORDER-GONE');
  await finish(stack, body.id, 'reject');

  const schema = z.object({
    data: z.array(
      z.object({ id: z.string(), paymentId: z.string(), status: z.string(), lastError: z.nullable(z.string()) }),
    ),
  });
  const failed = await vi.waitFor(async () => {
    const { data } = await json(schema, 'webhooks', 'list', '--status', 'failed');
    expect(data).toMatchObject([{ paymentId: body.id, lastError: 'the endpoint answered 410' }]);
    return data[0]?.id ?? '';
  }, 10_000);

  stack.receiver.answer = 200;
  expect((await run('webhooks', 'replay', '--failed')).stdout).toContain(failed);
  await vi.waitFor(() => expect(stack.receiver.webhooks.map(({ id }) => id)).toContain(failed), 5000);
  expect((await run('webhooks', 'replay')).code).toBe(1);
  expect((await run('webhooks', 'replay', 'msg_none')).stderr).toContain('No webhook has the id msg_none');
});

it('tsena links creates, lists, shows and cancels payment links', async () => {
  const created = await json(
    linkSchema,
    'links',
    'create',
    '25000',
    '--description',
    'Lamba',
    '--order',
    'CLI-1',
    '--expires-in-seconds',
    '3600',
  );
  expect(created).toMatchObject({
    amount: '25000',
    description: 'Lamba',
    order: 'CLI-1',
    createdBy: 'command line',
    status: 'active',
  });
  expect(Math.round((Date.parse(created.expiresAt ?? '') - Date.parse(created.createdAt)) / 60_000)).toBe(60);
  const [taken, list, shown] = await Promise.all([
    run('links', 'create', '25000', '--order', 'CLI-1'),
    run('links', 'list', '--order', 'CLI-1'),
    json(linkSchema, 'links', 'show', created.id),
  ]);
  expect([taken.code, taken.stderr]).toEqual([1, expect.stringContaining(created.id)]);
  expect(list.stdout).toContain(created.id);
  expect(shown).toEqual(created);
  expect((await json(linkSchema, 'links', 'cancel', created.id)).status).toBe('cancelled');
});

it('tsena payments list creates no database in a folder without one', async () => {
  const env = { ...stack.env, DATABASE_URL: `file:${folder('data', 'tsena.db')}` };
  const { code, stderr } = await runCli(['payments', 'list', '--json'], env);
  expect(code).toBe(1);
  expect(z.parse(z.object({ error: z.object({ message: z.string() }) }), JSON.parse(stderr)).error.message).toMatch(
    /^There is no database at/,
  );
});

describe('keys', () => {
  it('are created, listed and revoked while the companion runs', async () => {
    const created = await json(createdKeySchema, 'keys', 'create', '--name', 'Hanta', '--scope', 'operate');
    expect(created).toMatchObject({ name: 'Hanta', scope: 'operate', secret: expect.stringMatching(/^tsena_test_/) });
    const asHanta = { Authorization: `Bearer ${created.secret}` };
    expect((await stack.get('/v1/merchant', asHanta)).status).toBe(200);
    const { stdout } = await run('keys', 'list', '--json');
    expect(stdout).not.toContain(created.secret);
    expect(z.parse(keyPageSchema, JSON.parse(stdout)).data).toMatchObject([
      { id: created.id, createdBy: 'command line' },
    ]);
    expect((await run('keys', 'revoke', created.id)).code).toBe(0);
    expect((await stack.get('/v1/merchant', asHanta)).status).toBe(401);
    expect((await run('keys', 'revoke', 'key_none')).stderr).toBe('No key has this id. (key_not_found)\n');
  });
});

describe('refunds', () => {
  it('are recorded while the companion runs, and never above the payment', async () => {
    const id = await seedPayment(stack.served.companion.storage.store, { status: 'completed', amount: 25_000 });
    const refund = await json(refundSchema, 'refunds', 'record', id, '--amount', '5000', '--reason', 'out of stock');
    expect(refund).toMatchObject({ paymentId: id, amount: '5000', status: 'recorded', createdBy: 'command line' });
    const more = await run('refunds', 'record', id, '--amount', '20001', '--reason', 'out of stock');
    expect([more.code, more.stderr]).toEqual([
      1,
      expect.stringContaining('(refund_exceeds_payment, remaining: 20,000 Ar)'),
    ]);
    const short = await run('refunds', 'record', id, '--amount', '5', '--reason', 'no');
    expect([short.code, short.stderr]).toEqual([1, 'reason: at least 3 characters\n']);
    expect((await json(refundPageSchema, 'refunds', 'list')).data.map((one) => one.id)).toEqual([refund.id]);
    expect((await run('refunds', 'list')).stdout).toMatch(/ 5,000 Ar +recorded +command line +out of stock\n$/);
  });
});

describe('webhooks show', () => {
  it('shows what the endpoint answered to each attempt that failed', async () => {
    await seedWebhook(stack.served.companion.storage.store, 'msg_refused', {
      payment_id: await seedPayment(stack.served.companion.storage.store),
      payload: '{"type":"payment.completed","timestamp":"","data":{"id":"pay_AAAAAAAAAAAAAAAAAAAAAA","order":""}}',
      status: 'failed',
      failed_attempts: JSON.stringify([
        { at: 1000, ms: 15_003, status: null, body: null, error: 'no answer within 15 s' },
        { at: 6000, ms: 120, status: 500, body: 'Fatal \u001b[31merror', error: 'the endpoint answered 500' },
      ]),
    });
    const { code, stdout } = await run('webhooks', 'show', 'msg_refused');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^status +failed$/m)]);
    expect(stdout.split('\n').slice(-3)).toEqual([
      '  1970-01-01 03:00:01  15003 ms  no answer within 15 s',
      '  1970-01-01 03:00:06  120 ms    the endpoint answered 500  Fatal \ufffd[31merror',
      '',
    ]);
    expect((await run('webhooks', 'show', 'msg_none')).stderr).toBe('No webhook has the id msg_none.\n');
  });
});

describe('webhooks send-test', () => {
  it('shows with --wait what the endpoint answers, without secrets and numbers', async () => {
    const shop = await untilTestEnds(startEndpoint());
    shop.answer = (_received, response) =>
      response
        .writeHead(500)
        .end(`no order for 034 35 000 03, whsec_MfKQ9r8GKYqrTwjU ${stack.env.ORDER_TOKEN_SECRET} ${'é'.repeat(300)}`);
    const sent = await runCli(
      ['webhooks', 'send-test', '--type', 'payment.completed', '--order', 'CMD-1', '--wait', '--json'],
      { ...stack.env, WEBHOOK_URL: shop.url },
    );
    const answer = JSON.parse(sent.stdout);
    expect([sent.code, answer]).toEqual([
      1,
      {
        id: shop.received[0]?.id,
        type: 'payment.completed',
        ms: expect.any(Number),
        status: 500,
        body: expect.stringMatching(/^no order for \[msisdn\], \[secret\] \[secret\] é+$/),
        error: null,
      },
    ]);
    expect(answer.body).toHaveLength(200);
    expect(JSON.parse(shop.received[0]?.body ?? '').data).toMatchObject({
      id: expect.stringMatching(/^pay_test_/),
      order: 'CMD-1',
    });
    await shop.close();
    const gone = await runCli(['webhooks', 'send-test', '--wait'], { ...stack.env, WEBHOOK_URL: shop.url });
    expect([gone.code, gone.stdout]).toEqual([1, expect.stringMatching(/^error +ECONNREFUSED$/m)]);
    const accepting = await untilTestEnds(startEndpoint());
    const accepted = await runCli(['webhooks', 'send-test', '--wait'], { ...stack.env, WEBHOOK_URL: accepting.url });
    expect([accepted.code, accepted.stdout]).toEqual([0, expect.stringMatching(/^status +200$/m)]);
  });

  it('sends a sample through the running companion', async () => {
    const delivery = await json(deliverySchema, 'webhooks', 'send-test', '--type', 'payment.completed');
    expect(delivery).toMatchObject({
      type: 'payment.completed',
      status: 'pending',
      paymentId: expect.stringMatching(/^pay_test_/),
    });
    await vi.waitFor(() => expect(stack.receiver.webhooks.map(({ id }) => id)).toContain(delivery.id), {
      timeout: 15_000,
    });
  });
});
