import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { CreatedKey } from '@tsena/shared/merchant';
import { startEndpoint } from '@tsena/testkit/endpoint';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runCli, startCli } from '../../../../test/support/cli.ts';
import { asMerchant, finish } from '../../../../test/support/merchant.ts';
import { type Stack, startStack } from '../../../../test/support/stack.ts';
import { untilTestEnds } from '../../../../test/support/use.ts';

let stack: Stack;
afterEach(() => stack.close());

/** Runs `tsena listen` until it is interrupted, and collects its lines. */
function startListen(args: readonly string[], env: Readonly<Record<string, string>>) {
  const { child, ended } = startCli(['listen', ...args], env);
  const lines: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  const saying = (what: RegExp) =>
    vi.waitFor(() => lines.find((line) => what.test(line)) ?? expect.unreachable(lines.join('\n')), {
      timeout: 10_000,
    });
  return {
    lines,
    saying,
    /** Ends it as Ctrl-C does. */
    async interrupt() {
      child.kill('SIGINT');
      await once(child, 'exit');
      return ended;
    },
  };
}

async function pay(order: string): Promise<void> {
  const { id } = (await stack.pay(order)).body;
  await finish(stack, id, 'approve');
}

describe('tsena listen', { timeout: 30_000 }, () => {
  it('forwards each event, signed with the secret that it prints, and says where to go on', async () => {
    stack = await startStack({ env: { WEBHOOK_URL: '', WEBHOOK_SECRET: '' } });
    const shop = await untilTestEnds(startEndpoint());
    shop.answer = (_received, response) => response.writeHead(204).end();
    const first = startListen(['--forward-to', shop.url], stack.env);
    const secret = (await first.saying(/whsec_/)).replace(/^.*: /, '');
    await first.saying(/environment: sandbox/);
    await pay('ORDER-1');
    const line = await first.saying(/ORDER-1/);
    expect(line).toMatch(/^\d\d:\d\d:\d\d {2}payment\.completed {2}ORDER-1 {2}msg_\S{22} {2}204 {2}\d+ ms$/);
    const { headers, body, id } = shop.received[0] ?? expect.unreachable('nothing was forwarded');
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ data: { order: 'ORDER-1', amount: '25000' } });
    expect(await first.interrupt()).toMatchObject({ code: 0, stderr: '' });
    expect(first.lines.at(-1)).toBe(`To go on from here: --since ${id}`);

    await pay('ORDER-2');
    const second = startListen(['--forward-to', shop.url, '--since', id, '--verbose'], stack.env);
    expect(await second.saying(/whsec_/)).toContain(secret);
    await second.saying(/ORDER-2 /);
    await second.saying(/"amount": "25000"/);
    await second.interrupt();
    expect(shop.received.map(({ body: sent }) => JSON.parse(sent).data.order)).toEqual(['ORDER-1', 'ORDER-2']);
  });

  it('reads another companion with a key of the scope read, which does not come from this folder', async () => {
    stack = await startStack();
    const { body: key } = await stack.post<CreatedKey>(
      '/v1/merchant/keys',
      { name: 'laptop', scope: 'read' },
      asMerchant,
    );
    const shop = await untilTestEnds(startEndpoint());
    const other = ['--forward-to', shop.url, '--companion', stack.served.url];
    const without = await runCli(['listen', ...other], stack.env);
    expect([without.code, without.stderr]).toEqual([1, expect.stringContaining('Set TSENA_MERCHANT_KEY')]);
    const listening = startListen([...other, '--types', 'payment.failed'], { TSENA_MERCHANT_KEY: key.secret });
    await listening.saying(/whsec_/);
    await pay('ORDER-1');
    const { id } = (await stack.pay('ORDER-2')).body;
    await finish(stack, id, 'reject');
    await listening.saying(/payment\.failed {2}ORDER-2/);
    await listening.interrupt();
    expect(shop.received).toHaveLength(1);
  });

  it('waits for a handler that does not run yet, and Ctrl-C prints the id before the event that waits', async () => {
    stack = await startStack();
    const closed = await startEndpoint();
    await closed.close();
    const listening = startListen(['--forward-to', closed.url, '--since', 'start'], stack.env);
    await listening.saying(/whsec_/);
    await pay('ORDER-1');
    await listening.saying(/Nothing listens at/);
    expect(await listening.interrupt()).toMatchObject({ code: 0, stderr: '' });
    const place = /^To go on from here: --since (\S+)$/.exec(listening.lines.at(-1) ?? '')?.[1] ?? '';
    expect(listening.lines.filter((line) => line.includes('ORDER-1'))).toEqual([]);

    const shop = await untilTestEnds(startEndpoint());
    const later = startListen(['--forward-to', shop.url, '--since', place], stack.env);
    await later.saying(/ORDER-1 .* 200 /);
    await later.interrupt();
    expect(shop.received.map(({ body }) => JSON.parse(body).data.order)).toEqual(['ORDER-1']);
  });

  it('sends an event again, with its id, until the handler has answered', async () => {
    stack = await startStack();
    const shop = await untilTestEnds(startEndpoint());
    shop.answer = (_received, response) => {
      if (shop.received.length === 1) response.destroy();
      else response.writeHead(500).end();
    };
    const listening = startListen(['--forward-to', shop.url], stack.env);
    await listening.saying(/whsec_/);
    await pay('ORDER-1');
    await listening.saying(/No answer from .* \(ECONNRESET\)\. The event is sent again\./);
    await listening.saying(/ORDER-1 .* 500 /);
    await pay('ORDER-2');
    await listening.saying(/ORDER-2 .* 500 /);
    await listening.interrupt();
    const [first, ...rest] = shop.received.map(({ id }) => id);
    expect(rest).toEqual([first, expect.stringMatching(/^msg_/)]);
    expect(rest[1]).not.toBe(first);
  });

  it('waits for a host that no name server knows', async () => {
    stack = await startStack();
    const listening = startListen(['--forward-to', 'http://shop.invalid/', '--since', 'start'], stack.env);
    await listening.saying(/whsec_/);
    await pay('ORDER-1');
    await listening.saying(/No answer from http:\/\/shop\.invalid\/ \((ENOTFOUND|EAI_AGAIN)\)/);
    await listening.interrupt();
    expect(listening.lines.filter((line) => line.includes('ORDER-1'))).toEqual([]);
  });

  it('goes to production only with --live, and sends no key over http', async () => {
    stack = await startStack();
    const served = await untilTestEnds(startEndpoint());
    served.answer = (_received, response) =>
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ environment: 'production', partnerName: 'Tsena' }));
    const env = { TSENA_MERCHANT_KEY: 'tsena_live_1' };
    const refused = await runCli(['listen', '--forward-to', served.url, '--companion', served.url], env);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('add --live')]);
    const plain = await runCli(
      ['listen', '--forward-to', served.url, '--companion', 'http://pay.example', '--live'],
      env,
    );
    expect([plain.code, plain.stderr]).toEqual([1, expect.stringContaining('must be an https address')]);
    const address = 'https://user:pa55word@localhost:1';
    const secret = await runCli(['listen', '--forward-to', served.url, '--companion', address], env);
    expect([secret.code, secret.stdout, secret.stderr]).toEqual([
      ...[1, '', '--companion must be an address without user and password: the key is enough.\n'],
    ]);
  });

  it('lets no text of the companion act on the terminal, and passes on only events', async () => {
    stack = await startStack();
    const shop = await untilTestEnds(startEndpoint());
    const hostile = await untilTestEnds(startEndpoint());
    const event = { type: 'payment.completed', data: { order: '\u001b[2J\u009b8m\u202e\nORDER-1' } };
    const messages = [
      'id: msg_0',
      `id: msg_1\u001b[8m\ndata: ${JSON.stringify(event)}`,
      `id: msg_2\ndata: ${JSON.stringify({ type: 'payment.completed', data: null })}`,
    ];
    hostile.answer = ({ headers }, response) => {
      if (headers.accept !== 'text/event-stream')
        response
          .writeHead(200, { 'Content-Type': 'application/json' })
          .end(JSON.stringify({ environment: 'sandbox', partnerName: 'Tsena\u001b]0;x\u0007\nListening to Rivo' }));
      else response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(`${messages.join('\n\n')}\n\n`);
    };
    const ended = await runCli(['listen', '--forward-to', shop.url, '--companion', hostile.url, '--verbose'], {
      TSENA_MERCHANT_KEY: 'tsena_test_1',
    });
    expect(ended.stdout + ended.stderr).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
    const lines = ended.stdout.split('\n');
    expect(lines[0]).toMatch(/^Listening to Tsena\ufffd\]0;x\ufffd Listening to Rivo at http:/);
    expect(lines[3]).toMatch(/ payment\.completed {2}\ufffd\[2J\ufffd8m\ufffd ORDER-1 {2}msg_1\ufffd\[8m {2}200 /);
    expect(lines.at(-2)).toBe('To go on from here: --since msg_1\ufffd[8m');
    expect([ended.code, ended.stderr]).toEqual([
      1,
      'What the companion sent as msg_2 is no webhook event, and was not forwarded. To pass it over: --since msg_2\n',
    ]);
    expect(shop.received).toHaveLength(1);
  });

  it('says where to go on when its key is revoked, and that a key of the counter may not read', async () => {
    stack = await startStack();
    const make = async (scope: string) =>
      (await stack.post<CreatedKey>('/v1/merchant/keys', { name: scope, scope }, asMerchant)).body;
    const to = ['--forward-to', 'http://localhost:1', '--companion', stack.served.url];
    const counter = await runCli(['listen', ...to], { TSENA_MERCHANT_KEY: (await make('counter')).secret });
    expect([counter.code, counter.stderr]).toEqual([1, expect.stringContaining('may not read: its scope is counter')]);

    const key = await make('read');
    const { child, ended } = startCli(['listen', ...to, '--since', 'start'], { TSENA_MERCHANT_KEY: key.secret });
    await once(child.stdout, 'data');
    await stack.send('DELETE', `/v1/merchant/keys/${key.id}`, undefined, asMerchant);
    // The stream ends, as each does after a minute.
    await stack.restart();
    const { code, stdout, stderr } = await ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining('wrong, revoked or expired')]);
    expect(stdout.split('\n').at(-2)).toBe('To go on from here: --since start');
  });

  it('says that a key is refused, and that an id is unknown', async () => {
    stack = await startStack();
    const to = ['listen', '--forward-to', 'http://localhost:3000'];
    const wrong = await runCli(to, { ...stack.env, MERCHANT_API_KEY: 'another-key-of-the-owner-0123456789' });
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('wrong, revoked or expired')]);
    const unknown = await runCli([...to, '--since', 'msg_1'], stack.env);
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('has no event msg_1')]);
  });
});
