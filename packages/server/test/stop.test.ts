import type { Socket } from 'node:net';
import type { Problem } from '@tsena/shared';
import type { Payment } from '@tsena/shared/checkout';
import { reply, startHoldingStub } from '@tsena/testkit/operatorStub';
import { closed, openSocket, rawGet, received } from '@tsena/testkit/raw';
import { emptyDatabase, STORES, type TestDatabase } from '@tsena/testkit/stores';
import { afterEach, beforeEach, describe, expect, it, onTestFailed, vi } from 'vitest';
import { openStore } from '../src/database/store.ts';
import { type Host, startHost } from './support/host.ts';
import { type CompanionProcess, startProcess } from './support/process.ts';
import { MERCHANT_API_KEY, PARTNER, PAYER, startStack, testEnvironment } from './support/stack.ts';
import { useFolder, useForEach } from './support/use.ts';

const folder = useFolder();

const operator = useForEach(startHoldingStub);

/** Counts the payments in the database by status, with the code of failed ones. */
async function countStatuses(databaseUrl: string): Promise<Record<string, number>> {
  const store = await openStore(databaseUrl);
  const rows = await store.db.selectFrom('payments').select(['status', 'failure_code']).execute();
  await store.close();
  const states: Record<string, number> = {};
  for (const { status, failure_code: code } of rows) {
    const state = code === null ? status : `${status} ${code}`;
    states[state] = (states[state] ?? 0) + 1;
  }
  return states;
}

describe('a companion process on SIGTERM', () => {
  const stack = useForEach(() => startStack({ callbacks: false, env: { OPERATOR_BASE_URL: operator.baseUrl } }));
  const count = () => countStatuses(stack.env.DATABASE_URL ?? '');

  /** In place of the stack's companion. */
  async function startInPlace(): Promise<CompanionProcess> {
    await stack.served.stop();
    const companion = startProcess(stack.env);
    await companion.ready;
    return companion;
  }

  /** A request for a payment: its head, and its body. */
  async function rawRequest(order: string): Promise<readonly [string, string]> {
    const body = JSON.stringify({ orderToken: await stack.mint({ sub: order, amount: '25000' }), msisdn: PAYER });
    const head = 'POST /v1/payments HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    return [`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`, body];
  }

  it('starts and sends no payment, and exits after the answers to those that were sent', async () => {
    const companion = await startInPlace();
    const { url } = stack.served;
    const watched = (await stack.pay('WATCHED')).body;

    // 64 are sent at once, and six wait.
    operator.hold();
    const answers = Array.from({ length: 70 }, (_, index) => stack.pay(`ORDER-${index}`));
    await vi.waitFor(() => expect(operator.waiting()).toBe(64));
    await vi.waitFor(async () => expect((await count()).created).toBe(6));
    // Two requests without their body, a second one for an order, and an event stream.
    const late: { socket: Socket; read: () => string; rest: string }[] = [];
    for (const order of ['LATE-1', 'LATE-2', 'ORDER-0']) {
      const [head, rest] = await rawRequest(order);
      const socket = await openSocket(url);
      late.push({ socket, read: received(socket), rest });
      socket.write(head);
    }
    const stream = await openSocket(url);
    const read = received(stream);
    stream.write(rawGet(`/v1/payments/${watched.id}/events`));
    await vi.waitFor(() => expect(read()).toContain('event: payment'));
    // The companion has accepted the earlier connections when it answers a later one.
    expect((await fetch(`${url}/healthz`)).status).toBe(200);

    companion.kill('SIGTERM');
    // The stop has begun when the stream ends.
    await closed(stream);
    for (const { socket, rest } of late) socket.write(rest);
    for (const { read: answer } of late.slice(0, 2)) {
      await vi.waitFor(() => expect(answer()).toContain('"code":"shutting_down"'));
      expect(answer()).toMatch(/^HTTP\/1\.1 503 /);
      expect(answer()).toMatch(/\r\nRetry-After: 5\r\n/);
    }
    // The waiting payments fail without the operator's answers.
    await vi.waitFor(async () => expect((await count())['failed not_sent']).toBe(6));
    operator.release();
    const payments = (await Promise.all(answers)).map(({ body }) => body);
    expect(payments.filter(({ status }) => status === 'pending')).toHaveLength(64);
    expect(payments.filter(({ failure }) => failure?.code === 'not_sent')).toHaveLength(6);
    // The second request for an order returns its payment.
    const [asked] = late.slice(2);
    await vi.waitFor(() => expect(asked?.read()).toContain('"order":"ORDER-0"'));
    expect(asked?.read()).toMatch(/^HTTP\/1\.1 200 /);
    expect(await companion.ended).toBe(0);

    expect(await count()).toEqual({ pending: 65, 'failed not_sent': 6 });
    expect(operator.paymentRequests.filter(({ method }) => method === 'POST')).toHaveLength(65);
  });

  it('exits within its time limit if the operator never answers', async () => {
    const companion = await startInPlace();
    operator.hold();
    const socket = await openSocket(stack.served.url);
    socket.write((await rawRequest('ORDER-1')).join(''));
    await vi.waitFor(() => expect(operator.waiting()).toBe(1));
    companion.kill('SIGTERM');
    expect(await companion.ended).toBe(0);
    expect(await count()).toEqual({ sending: 1 });
    socket.destroy();
  });
});

describe.each(STORES)('a stopped companion on %s in a host’s own Express app', (store) => {
  let database: TestDatabase;
  let host: Host;
  beforeEach(async () => {
    database = await emptyDatabase(store);
    const env = { OPERATOR_BASE_URL: operator.baseUrl, OPERATOR_TIMEOUT_MS: '30000', DATABASE_URL: database.url };
    host = await startHost({ mountPath: '/pay', env });
  });
  afterEach(async () => {
    await host.close();
    database.remove();
  });

  async function post<Body = Payment>(path: string, body: string): Promise<{ status: number; body: Body }> {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
    const response = await fetch(`${host.companionUrl}${path}`, init);
    return { status: response.status, body: (await response.json()) as Body };
  }
  const bodyFor = async (order: string) =>
    JSON.stringify({ orderToken: await host.mint({ sub: order, amount: '25000' }), msisdn: PAYER });

  it('leaves no attempt unfinished that was written when the stop began', async () => {
    // All requests begin their database transaction in one turn; the stop begins before the first one is written.
    const bodies = await Promise.all(Array.from({ length: 40 }, (_, index) => bodyFor(`ORDER-${index}`)));
    const transact = vi.spyOn(host.companion.storage.store, 'transact');
    const answers = bodies.map((body) => post<Payment | Problem>('/v1/payments', body));
    await vi.waitFor(() => expect(transact).toHaveBeenCalled(), { interval: 0 });
    await host.companion.stop();
    const answered = await Promise.all(answers);
    expect(
      answered.every(({ status, body }) =>
        status === 503 ? 'code' in body && body.code === 'shutting_down' : status === 201,
      ),
    ).toBe(true);
    const states = await countStatuses(database.url);
    expect(Object.keys(states).filter((state) => state !== 'pending' && state !== 'failed not_sent')).toEqual([]);
    const opened = answered.filter(({ status }) => status === 201);
    expect(Object.values(states).reduce((sum, count) => sum + count, 0)).toBe(opened.length);
    expect(operator.paymentRequests.filter(({ method }) => method === 'POST')).toHaveLength(states.pending ?? 0);
  });

  it('waits for the answers to requests that came before it', async () => {
    const { context } = host.companion;
    const readView = context.readView;
    let goOn = (): void => expect.unreachable('no view was read');
    const reading = new Promise<void>((begun) => {
      vi.spyOn(context, 'readView').mockImplementation(async (...args) => {
        begun();
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
        return readView(...args);
      });
    });
    const answer = post('/v1/payments', await bodyFor('ORDER-1'));
    await reading;
    const stopped = host.companion.stop();
    // Without the request, the stop would have come to its end meanwhile.
    for (let n = 0; n < 50; n += 1) expect((await fetch(`${host.companionUrl}/healthz`)).status).toBe(200);
    goOn();
    expect(await answer).toMatchObject({ status: 201, body: { status: 'pending' } });
    await stopped;
  });

  it('refuses each request that needs the database, in words on a page', async () => {
    const { body } = await post('/v1/payments', await bodyFor('ORDER-1'));
    const orderToken = await host.mint({ sub: 'ORDER-1', amount: '25000' });
    await host.companion.stop();
    const ask = async (path: string, init: RequestInit = {}) => {
      const answer = await fetch(`${host.companionUrl}${path}`, init);
      return { status: answer.status, retryAfter: answer.headers.get('Retry-After'), text: await answer.text() };
    };
    const requests: readonly [string, RequestInit?][] = [
      [
        '/v1/payments',
        { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: await bodyFor('ORDER-2') },
      ],
      [`/v1/payments/${body.id}`],
      [`/v1/payments/${body.id}/events`],
      ['/v1/checkout', { headers: { Authorization: `Bearer ${orderToken}` } }],
      ['/v1/merchant/payments', { headers: { Authorization: `Bearer ${MERCHANT_API_KEY}` } }],
      ['/v1/callbacks/some-secret', { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: '{}' }],
    ];
    for (const [path, init] of requests) {
      const { text, ...rest } = await ask(path, init);
      expect([path, rest, JSON.parse(text).code]).toEqual([path, { status: 503, retryAfter: '5' }, 'shutting_down']);
    }
    const page = await ask(`/pay/${body.id}`);
    expect(page).toMatchObject({ status: 503, retryAfter: '5' });
    expect(page.text).toContain('<html');
    expect((await ask('/healthz')).status).toBe(200);
  });

  it('waits for a submitted reference that it looks up, although the shopper has left', async () => {
    operator.payments(reply(500));
    const { body } = await post('/v1/payments', await bodyFor('ORDER-1'));
    expect(body.status).toBe('unresolved');
    const party = (value: string) => [{ key: 'msisdn', value }];
    const details = {
      amount: '25000',
      currency: 'Ar',
      transactionStatus: 'completed',
      creationDate: new Date().toISOString(),
    };
    const answerDetails = reply(200, { ...details, debitParty: party('0343500003'), creditParty: party(PARTNER) });
    let answer = (): void => expect.unreachable('the operator received no request');
    operator.payments((response, request) => {
      answer = () => answerDetails(response, request);
    });
    const asked = operator.paymentRequests.length;
    const leaving = new AbortController();
    const init = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"transactionReference":"636042511"}',
    };
    const submitted = fetch(`${host.companionUrl}/v1/payments/${body.id}/reference`, {
      ...init,
      signal: leaving.signal,
    }).catch(() => undefined);
    await vi.waitFor(() => expect(operator.paymentRequests.length).toBe(asked + 1));
    leaving.abort();
    await submitted;

    const stopped = host.companion.stop();
    const next = await post<Problem>(`/v1/payments/${body.id}/reference`, '{"transactionReference":"636042512"}');
    expect(next).toMatchObject({ status: 503, body: { code: 'shutting_down' } });
    answer();
    await stopped;
    expect(await countStatuses(database.url)).toEqual({ completed: 1 });
  });

  it('lets its process end, although it was starting or is started again', async () => {
    const env = { ...testEnvironment(operator.baseUrl, 'http://127.0.0.1:9/', folder()), DATABASE_URL: database.url };
    // On SQLite, one companion at a time.
    await host.companion.stop();
    const process = startProcess(env, 'stoppedHost');
    onTestFailed(() => process.kill('SIGKILL'));
    expect(await process.ended).toBe(0);
    expect(process.stderr()).toBe('');
  });
});
