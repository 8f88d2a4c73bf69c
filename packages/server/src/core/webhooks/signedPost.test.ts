import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { deferred } from '@tsena/testkit/deferred';
import { startEndpoint } from '@tsena/testkit/endpoint';
import { listen } from '@tsena/testkit/serve';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { useForEach } from '../../../test/support/use.ts';
import { Secret } from '../../config/secret.ts';
import { createSignedPost } from './signedPost.ts';

const head = (...headers: string[]) => `HTTP/1.1 200 OK\r\n${headers.map((one) => `${one}\r\n`).join('')}\r\n`;

const sends = (text: string) => (socket: Socket) => void socket.end(text);

/** What an endpoint does with its connection after the request. */
const ENDPOINTS: [string, (socket: Socket) => void][] = [
  ['breaks the connection', (socket) => socket.resetAndDestroy()],
  [
    'breaks it after the head',
    (socket) => void socket.write(head('Content-Length: 2000'), () => socket.resetAndDestroy()),
  ],
  ['ends it in the body', sends(`${head('Content-Length: 2000')}part`)],
  ['declares gzip and sends something else', sends(`${head('Content-Encoding: gzip', 'Content-Length: 9')}not gzip!`)],
  [
    'sends a large body, compressed',
    (socket) => {
      const body = gzipSync(Buffer.alloc(50_000_000));
      socket.write(head('Content-Encoding: gzip', `Content-Length: ${body.length}`));
      socket.end(body);
    },
  ],
  ['adds bytes that are not HTTP', sends(`${head('Content-Length: 0')}and more`)],
  ['switches the protocol', sends('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nx')],
  [
    'sends a thousand early hints',
    sends(`${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1000)}${head('Content-Length: 0')}`),
  ],
  ['does not speak HTTP', sends('hello')],
  ['does not answer', () => undefined],
];

describe('a request to the shop’s endpoint', () => {
  const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const AT = new Date('2026-11-20T12:00:00.999Z');
  const endpoint = useForEach(startEndpoint);
  const settings = (more: object = {}) => ({
    ...{ WEBHOOK_URL: endpoint.url, WEBHOOK_SECRET: [new Secret(SECRET)], WEBHOOK_ALLOW_PRIVATE: true },
    ...more,
  });
  const createPost = (answerWithinMs?: number) => createSignedPost(settings(), { secrets: [], answerWithinMs });

  it('has the headers of Standard Webhooks, with the time in whole seconds', async () => {
    await createPost()('msg_1', AT, '{"a":1}');
    expect(endpoint.received).toMatchObject([
      {
        id: 'msg_1',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Tsena-Checkout',
          'webhook-id': 'msg_1',
          'webhook-timestamp': '1795176000',
          'webhook-signature': new Webhook(SECRET).sign('msg_1', AT, '{"a":1}'),
        },
        body: '{"a":1}',
      },
    ]);
  });

  it.each([
    ['is missing', []],
    ['is too short to sign with', ['whsec_MfKQ9r8GKYqrTwjU']],
    ['is too short, beside one that is long enough', [SECRET, 'whsec_MfKQ9r8GKYqrTwjU']],
  ])('is not made with a secret that %s', (_what, secrets) => {
    const WEBHOOK_SECRET = secrets.map((secret) => new Secret(secret));
    expect(() => createSignedPost(settings({ WEBHOOK_SECRET }), { secrets: [] })).toThrow(/^The webhook secret /);
  });

  it('goes to a name while private addresses are refused', async () => {
    const post = createSignedPost(settings({ WEBHOOK_URL: 'http://shop.invalid/', WEBHOOK_ALLOW_PRIVATE: false }), {
      secrets: [],
    });
    expect(await post('msg_1', AT, '{}')).toEqual({
      kind: 'no_answer',
      reason: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/),
    });
  });

  it('follows no redirect, which would send the signed body elsewhere', async () => {
    endpoint.answer = (_received, response) => response.writeHead(307, { Location: `${endpoint.url}/elsewhere` }).end();
    expect(await createPost()('msg_1', AT, '{}')).toMatchObject({ kind: 'answer', status: 307 });
    expect(endpoint.received).toHaveLength(1);
  });

  it('ignores the environment’s proxies', async () => {
    const proxy = await startEndpoint();
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy']) vi.stubEnv(name, proxy.url);
    for (const name of ['NO_PROXY', 'no_proxy']) vi.stubEnv(name, '');
    await createPost()('msg_1', AT, '{}');
    vi.unstubAllEnvs();
    expect([endpoint.received.length, proxy.received.length]).toEqual([1, 0]);
    await proxy.close();
  });

  it('says how long it waited for an answer that did not come', async () => {
    endpoint.answer = () => undefined;
    expect(await createPost(50)('msg_1', AT, '{}')).toEqual({ kind: 'no_answer', reason: 'no answer within 0.05 s' });
  });

  it.each([
    ['ends behind what is shown', `${'x'.repeat(190)}034 35 000 03 and more`, `${'x'.repeat(190)}[msisdn] a`],
    ['ends behind what is read', `${'eyJhbGciOiJIUzI1NiJ9'.repeat(13)} 034 35 000 03`, '[token]'],
  ])('reads no half of a number that %s', async (_what, sent, body) => {
    endpoint.answer = (_received, response) => response.writeHead(500).end(sent);
    expect(await createPost()('msg_1', AT, '{}')).toMatchObject({ kind: 'answer', status: 500, body });
  });

  it('shows no e-mail address and no card number', async () => {
    const page = `hery@example.mg paid by 4111 1111 1111 1111, ${'x'.repeat(150)} lova@${'y'.repeat(300)}.mg`;
    endpoint.answer = (_received, response) => response.writeHead(500).end(page);
    expect(await createPost()('msg_1', AT, '{}')).toMatchObject({
      body: `[email] paid by [number], ${'x'.repeat(150)} [email]`,
    });
  });

  it('reads no half of a number whose rest does not come', async () => {
    endpoint.answer = (_received, response) => void response.writeHead(500).write('no order for 034 35 0');
    expect(await createPost()('msg_1', AT, '{}')).toMatchObject({ body: 'no order for ' });
  });

  it('shows no part of a secret that ends behind what is read', async () => {
    const page = `${'<b></b>'.repeat(37)}an-order-token-secret-of-32-characters`;
    endpoint.answer = (_received, response) => response.writeHead(500).end(`${'034 35 000 03 '.repeat(15)}${page}`);
    const post = createSignedPost(settings(), { secrets: [new Secret('an-order-token-secret-of-32-characters')] });
    const answer = await post('msg_1', AT, '{}');
    expect(answer).toMatchObject({ body: expect.not.stringContaining('an-') });
  });

  it('ends its connection without the body, however long that takes', async () => {
    const ended = deferred();
    endpoint.answer = (_received, response) => {
      response.on('close', () => ended.resolve());
      response.writeHead(200).write('the first part');
    };
    expect(await createPost()('msg_1', AT, '{}')).toMatchObject({ kind: 'answer', status: 200 });
    await ended.promise;
  });
});

describe('a webhook', () => {
  // An error event without a listener would end the process, and this test run.
  it.each(ENDPOINTS)(
    'to an endpoint that %s results in an answer or none, without an uncaught error',
    async (_what, act) => {
      const ended: Promise<unknown>[] = [];
      const server = createServer((socket) => {
        socket.on('error', () => undefined);
        ended.push(new Promise((resolve) => socket.once('close', resolve)));
        socket.once('data', () => act(socket));
      });
      onTestFinished(() => void server.close());
      const port = await listen(server);
      const WEBHOOK_SECRET = [new Secret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')];
      const post = createSignedPost(
        { WEBHOOK_URL: `http://127.0.0.1:${port}/`, WEBHOOK_SECRET, WEBHOOK_ALLOW_PRIVATE: true },
        { secrets: [], answerWithinMs: 500 },
      );
      for (let time = 0; time < 3; time += 1)
        expect(['answer', 'no_answer']).toContain((await post('msg_1', new Date(), '{}')).kind);
      // What the endpoint sends late must not raise an uncaught error either.
      await Promise.all(ended);
    },
  );
});
