import type { PaymentId } from '@tsena/shared/checkout';
import type { WebhookType } from '@tsena/shared/merchant';
import { webhookSchema } from '@tsena/shared/merchant';
import { type Endpoint, startEndpoint } from '@tsena/testkit/endpoint';
import { freePort } from '@tsena/testkit/port';
import { STORES } from '@tsena/testkit/stores';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { changed, openStorages, pending, type Storages } from '../../test/support/storages.ts';
import { Secret } from '../config/secret.ts';
import { createLog } from '../log.ts';
import { createQueueWorker } from '../queueWorker.ts';
import { listWebhooks } from '../storage/merchantReads.ts';
import { leaseWebhooks, replayWebhook } from '../storage/outbox.ts';
import { createDeliverer, type Deliverer, type DelivererOptions } from './deliver.ts';
import { handlerSink } from './handlerSink.ts';
import { httpSink } from './httpSink.ts';
import type { Delivery, Sink } from './sink.ts';

vi.mock('../queueWorker.ts', { spy: true });

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OLD_SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const toEndpoint = (url: string, ...secrets: readonly string[]): Sink =>
  httpSink({ url, secrets: (secrets.length === 0 ? [SECRET] : secrets).map((one) => new Secret(one)), allowPrivate: true });

it.each([[[]], [['']], [['whsec_']], [['whsec_c2hvcnQ=']], [[SECRET, 'whsec_c2hvcnQ=']]])(
  'httpSink rejects an empty or short secret: %j',
  (secrets) => {
    const settings = { url: 'http://127.0.0.1:1', secrets: secrets.map((secret) => new Secret(secret)), allowPrivate: true };
    expect(() => httpSink(settings)).toThrow(TypeError);
  },
);

describe.each(STORES)('webhooks on %s', (kind) => {
  let storages: Storages;
  let endpoint: Endpoint;
  let deliverers: Deliverer[];
  beforeAll(async () => {
    storages = await openStorages(kind, 2);
  });
  beforeEach(async () => {
    await storages.empty();
    endpoint = await startEndpoint();
    deliverers = [];
  });
  afterEach(async () => {
    await endpoint.close();
    await Promise.all(deliverers.map((deliverer) => deliverer.stop()));
  });
  afterAll(() => storages.close());

  function deliverTo(sink: Sink, instance = 0, more: Partial<DelivererOptions> = {}): Deliverer {
    const options = { storage: storages.at(instance), sink, log: createLog('silent'), random: () => 0.5 };
    const deliverer = createDeliverer({ ...options, onAnswered: () => undefined, onAttempted: () => undefined, ...more });
    deliverers.push(deliverer);
    deliverer.start();
    return deliverer;
  }

  async function payment(order: string): Promise<PaymentId> {
    return (await pending(storages.storage, order)).id;
  }

  async function enqueue(id: PaymentId, type: WebhookType): Promise<void> {
    await changed(storages.storage, id, { event: { kind: 'webhook_replayed' }, webhook: type });
  }

  const stored = async (id: PaymentId) => {
    const { rows } = await listWebhooks(storages.storage.store.db, { payment: id }, 100);
    return rows.toSorted((one, other) => one.version - other.version);
  };
  const typesOf = (id: PaymentId) =>
    endpoint.received
      .map(({ body }) => z.parse(webhookSchema, JSON.parse(body)))
      .filter(({ data }) => data.id === id)
      .map(({ type }) => type);

  const firstReceived = () => endpoint.received[0] ?? expect.unreachable('nothing was received');

  /** Lets the time until the next attempt pass, and waits for that attempt. */
  async function nextAttempt(id: PaymentId, deliverer: Deliverer, attempts: number, wait: number) {
    storages.clock.advance(wait);
    deliverer.wake();
    await vi.waitFor(async () => expect((await stored(id))[0]?.delivery_attempts).toBe(attempts), { timeout: 5000, interval: 10 });
  }

  it('are signed by Standard Webhooks, and delivered once', async () => {
    const id = await payment('ORDER-1');
    await enqueue(id, 'payment.completed');
    deliverTo(toEndpoint(endpoint.url));
    await vi.waitFor(async () => expect(await stored(id)).toMatchObject([{ status: 'delivered', delivery_attempts: 1, last_error: null }]));
    const { headers, body } = firstReceived();
    expect(new Webhook(SECRET).verify(body, headers)).toMatchObject({ type: 'payment.completed', data: { id } });
    expect(headers['content-type']).toBe('application/json');
    expect(endpoint.received).toHaveLength(1);
  });

  it('carry a signature of each secret while secrets are rotated', async () => {
    const id = await payment('ORDER-1');
    await enqueue(id, 'payment.completed');
    deliverTo(toEndpoint(endpoint.url, SECRET, OLD_SECRET));
    await vi.waitFor(() => expect(endpoint.received).toHaveLength(1));
    const { headers, body } = firstReceived();
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const secret of [SECRET, OLD_SECRET]) expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
  });

  it.each([500, 404, 400, 302, 429])('are delivered again under the same id where the endpoint answers %i', async (status) => {
    const id = await payment('ORDER-1');
    await enqueue(id, 'payment.completed');
    endpoint.answer = (_received, response) => response.writeHead(status, { Location: '/elsewhere' }).end('<p>not read');
    const deliverer = deliverTo(toEndpoint(endpoint.url));
    await vi.waitFor(async () =>
      expect(await stored(id)).toMatchObject([{ status: 'pending', delivery_attempts: 1, last_error: `the endpoint answered ${status}` }]),
    );

    endpoint.answer = (_received, response) => response.writeHead(204).end();
    await nextAttempt(id, deliverer, 2, 6000);
    expect(await stored(id)).toMatchObject([{ status: 'delivered' }]);
    expect(new Set(endpoint.received.map((one) => one.id)).size).toBe(1);
    expect(endpoint.received).toHaveLength(2);
  });

  it('stay pending while the endpoint is down', async () => {
    const id = await payment('ORDER-1');
    await enqueue(id, 'payment.completed');
    const deliverer = deliverTo(toEndpoint(`http://127.0.0.1:${await freePort()}/`));
    await vi.waitFor(async () =>
      expect(await stored(id)).toMatchObject([{ status: 'pending', delivery_attempts: 1, last_error: 'ECONNREFUSED' }]),
    );
    await nextAttempt(id, deliverer, 2, 6000);
    expect(await stored(id)).toMatchObject([{ status: 'pending', delivery_attempts: 2 }]);
  });

  it('are delivered again after a slow endpoint did not answer in time', async () => {
    const id = await payment('ORDER-1');
    await enqueue(id, 'payment.completed');
    endpoint.answer = () => undefined;
    const settings = { url: endpoint.url, secrets: [new Secret(SECRET)], allowPrivate: true };
    const deliverer = deliverTo(httpSink(settings, 100));
    await vi.waitFor(async () =>
      expect(await stored(id)).toMatchObject([{ status: 'pending', delivery_attempts: 1, last_error: 'no answer within 0.1 s' }]),
    );
    endpoint.answer = (_received, response) => response.writeHead(200).end();
    await nextAttempt(id, deliverer, 2, 6000);
    expect(await stored(id)).toMatchObject([{ status: 'delivered' }]);
  });

  it('count as delivered by the status alone, also where the body is unreadable or never ends', async () => {
    const id = await payment('ORDER-1');
    await enqueue(id, 'payment.completed');
    endpoint.answer = (_received, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).write(Buffer.alloc(300_000, 0xff));
    deliverTo(toEndpoint(endpoint.url));
    await vi.waitFor(async () => expect(await stored(id)).toMatchObject([{ status: 'delivered' }]));
  });

  it('stay pending where the answer is not HTTP', async () => {
    const id = await payment('ORDER-1');
    await enqueue(id, 'payment.completed');
    endpoint.answer = (_received, response) => response.socket?.end('SSH-2.0-OpenSSH_9.9\r\n');
    deliverTo(toEndpoint(endpoint.url));
    await vi.waitFor(async () =>
      expect(await stored(id)).toMatchObject([{ status: 'pending', delivery_attempts: 1, last_error: 'HPE_INVALID_CONSTANT' }]),
    );
  });

  it('are not delivered again before the time that Retry-After asks for', async () => {
    const id = await payment('ORDER-1');
    await enqueue(id, 'payment.completed');
    endpoint.answer = (_received, response) => response.writeHead(503, { 'Retry-After': '3600' }).end();
    deliverTo(toEndpoint(endpoint.url));
    await vi.waitFor(async () => expect((await stored(id))[0]?.delivery_attempts).toBe(1));
    expect((await stored(id))[0]?.next_attempt_at).toBe(storages.clock.now() + HOUR);
  });

  it('fail at a 410, and can be replayed', async () => {
    const id = await payment('ORDER-1');
    await enqueue(id, 'payment.completed');
    endpoint.answer = (_received, response) => response.writeHead(410).end();
    const deliverer = deliverTo(toEndpoint(endpoint.url));
    await vi.waitFor(async () => expect(await stored(id)).toMatchObject([{ status: 'failed', delivery_attempts: 1 }]));

    endpoint.answer = (_received, response) => response.writeHead(200).end();
    await replayWebhook(storages.storage, (await stored(id))[0]?.id ?? '', 'Hanta');
    deliverer.wake();
    await vi.waitFor(async () => expect(await stored(id)).toMatchObject([{ status: 'delivered', delivery_attempts: 1 }]));
    expect(new Set(endpoint.received.map((one) => one.id)).size).toBe(1);
  });

  it('are attempted eight times on the schedule, then fail, and can be replayed', async () => {
    const id = await payment('ORDER-1');
    await enqueue(id, 'payment.completed');
    endpoint.answer = (_received, response) => response.writeHead(500).end();
    const deliverer = deliverTo(toEndpoint(endpoint.url));
    await vi.waitFor(async () => expect((await stored(id))[0]?.delivery_attempts).toBe(1));
    const waits: number[] = [];
    for (let attempts = 2; attempts <= 8; attempts += 1) {
      const wait = ((await stored(id))[0]?.next_attempt_at ?? 0) - storages.clock.now();
      waits.push(wait);
      await nextAttempt(id, deliverer, attempts, wait);
    }
    expect(waits).toEqual([5000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR]);
    expect(await stored(id)).toMatchObject([{ status: 'failed', delivery_attempts: 8, last_error: 'the endpoint answered 500' }]);
    expect(endpoint.received).toHaveLength(8);

    endpoint.answer = (_received, response) => response.writeHead(200).end();
    await replayWebhook(storages.storage, (await stored(id))[0]?.id ?? '', 'Hanta');
    deliverer.wake();
    await vi.waitFor(async () => expect(await stored(id)).toMatchObject([{ status: 'delivered', delivery_attempts: 1 }]));
  });

  it('of one payment arrive in order: a later one waits for the earlier one', async () => {
    const id = await payment('ORDER-1');
    const types = ['payment.unresolved', 'payment.review_required', 'payment.completed'] as const;
    for (const type of types) await enqueue(id, type);
    endpoint.answer = (_received, response) => response.writeHead(500).end();
    const deliverer = deliverTo(toEndpoint(endpoint.url));
    await vi.waitFor(async () => expect((await stored(id)).map(({ delivery_attempts }) => delivery_attempts)).toEqual([1, 0, 0]));
    endpoint.answer = (_received, response) => response.writeHead(200).end();
    storages.clock.advance(6000);
    deliverer.wake();
    await vi.waitFor(async () => expect((await stored(id)).map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered']));
    expect(typesOf(id)).toEqual(['payment.unresolved', ...types]);
  });

  it('of one payment overtake a rejected one after a minute; that one arrives later, with its older timestamp', async () => {
    const id = await payment('ORDER-1');
    await enqueue(id, 'payment.unresolved');
    storages.clock.advance(1000);
    await enqueue(id, 'payment.completed');
    endpoint.answer = ({ body }, response) => response.writeHead(body.includes('"payment.unresolved"') ? 400 : 200).end();
    const deliverer = deliverTo(toEndpoint(endpoint.url));
    await vi.waitFor(async () => expect(await stored(id)).toMatchObject([{ delivery_attempts: 1 }, { delivery_attempts: 0 }]));
    await nextAttempt(id, deliverer, 2, 6000);
    expect(await stored(id)).toMatchObject([{ status: 'pending' }, { status: 'pending', delivery_attempts: 0 }]);

    storages.clock.advance(54_000);
    deliverer.wake();
    await vi.waitFor(async () =>
      expect(await stored(id)).toMatchObject([{ status: 'pending' }, { status: 'delivered', delivery_attempts: 1 }]),
    );
    endpoint.answer = (_received, response) => response.writeHead(200).end();
    await nextAttempt(id, deliverer, 3, 5 * MINUTE);
    expect(typesOf(id)).toEqual(['payment.unresolved', 'payment.unresolved', 'payment.completed', 'payment.unresolved']);
    const times = endpoint.received.map(({ body }) => Date.parse(z.parse(webhookSchema, JSON.parse(body)).timestamp));
    expect((times[2] ?? 0) - (times[3] ?? 0)).toBe(1000);
  });

  it('of one payment continue after one that failed', async () => {
    const id = await payment('ORDER-1');
    await enqueue(id, 'payment.unresolved');
    await enqueue(id, 'payment.completed');
    endpoint.answer = ({ body }, response) => response.writeHead(body.includes('"payment.unresolved"') ? 410 : 200).end();
    deliverTo(toEndpoint(endpoint.url));
    await vi.waitFor(async () => expect((await stored(id)).map(({ status }) => status)).toEqual(['failed', 'delivered']));
  });

  it('of one payment do not delay those of another', async () => {
    const [stuck, free] = [await payment('STUCK'), await payment('FREE')];
    await enqueue(stuck, 'payment.completed');
    await enqueue(free, 'payment.completed');
    endpoint.answer = ({ body }, response) => {
      if (!body.includes('STUCK')) response.writeHead(200).end();
    };
    deliverTo(toEndpoint(endpoint.url));
    await vi.waitFor(async () => expect(await stored(free)).toMatchObject([{ status: 'delivered' }]));
    expect(await stored(stuck)).toMatchObject([{ status: 'pending', delivery_attempts: 0 }]);
  });

  it('are delivered once though two instances share the outbox', async () => {
    const ids: PaymentId[] = [];
    for (let order = 0; order < 20; order += 1) {
      const id = await payment(`ORDER-${order}`);
      await enqueue(id, 'payment.unresolved');
      await enqueue(id, 'payment.completed');
      ids.push(id);
    }
    deliverTo(toEndpoint(endpoint.url), 0);
    deliverTo(toEndpoint(endpoint.url), 1);
    await vi.waitFor(() => expect(endpoint.received).toHaveLength(40), { timeout: 10_000 });
    expect(new Set(endpoint.received.map((one) => one.id)).size).toBe(40);
    for (const id of ids) expect(typesOf(id)).toEqual(['payment.unresolved', 'payment.completed']);
  });

  it('that an instance had leased when it was killed are delivered by another under the same id', async () => {
    const id = await payment('ORDER-1');
    await enqueue(id, 'payment.completed');
    expect(await leaseWebhooks(storages.at(0), 30_000, 8)).toHaveLength(1);
    const second = deliverTo(toEndpoint(endpoint.url), 1);
    storages.clock.advance(31_000);
    second.wake();
    await vi.waitFor(async () => expect(await stored(id)).toMatchObject([{ status: 'delivered' }]));
  });

  const GONE: Delivery = { kind: 'gone', error: 'the endpoint answered 410' };
  const REFUSED: Delivery = { kind: 'failed', error: 'the endpoint answered 500', retryAfterMs: null };

  it('are reported when the shop has answered, and by their outcome when it is written', async () => {
    const id = await payment('ORDER-1');
    for (const type of ['payment.unresolved', 'payment.completed'] as const) await enqueue(id, type);
    const answers: Delivery[] = [REFUSED, GONE, { kind: 'delivered' }];
    const steps: string[] = [];
    const deliverer = deliverTo(
      async () => {
        steps.push('posted');
        return answers.shift() ?? expect.unreachable('no further attempt');
      },
      0,
      { onAnswered: () => steps.push('answered'), onAttempted: (outcome) => steps.push(outcome) },
    );
    await vi.waitFor(() => expect(steps).toContain('retried'));
    storages.clock.advance(5000);
    deliverer.wake();
    await vi.waitFor(() => expect(steps).toContain('delivered'));
    expect(steps).toEqual(['posted', 'answered', 'retried', 'posted', 'answered', 'failed', 'posted', 'answered', 'delivered']);
    expect((await stored(id)).map(({ status }) => status)).toEqual(['failed', 'delivered']);
  });

  it('are logged with payment, type, attempt and error', async () => {
    const id = await payment('ORDER-1');
    await enqueue(id, 'payment.unresolved');
    await enqueue(id, 'payment.completed');
    const lines: object[] = [];
    const answers: Delivery[] = [REFUSED, GONE];
    const deliverer = deliverTo(async () => answers.shift() ?? { kind: 'delivered' }, 0, {
      log: createLog('info', { write: (line: string) => lines.push(JSON.parse(line)) }),
    });
    await vi.waitFor(() => expect(lines).toHaveLength(1));
    storages.clock.advance(5000);
    deliverer.wake();
    await vi.waitFor(() => expect(lines).toHaveLength(3));
    const [unresolved, completed] = (await stored(id)).map((webhook) => ({ webhook: webhook.id, payment: id, type: webhook.type }));
    expect(lines).toMatchObject([
      { level: 40, ...unresolved, deliveryAttempt: 1, error: 'the endpoint answered 500', nextAttemptInMs: 5000 },
      { level: 50, ...unresolved, deliveryAttempt: 2, error: 'the endpoint answered 410' },
      { level: 30, ...completed, deliveryAttempt: 1 },
    ]);
  });

  it('are delivered again under the same id if the result of an attempt could not be written', async () => {
    const id = await payment('ORDER-1');
    await enqueue(id, 'payment.completed');
    const lines: object[] = [];
    let attempts = 0;
    const deliverer = deliverTo(
      async () => {
        attempts += 1;
        if (attempts === 1) throw new Error('disk full');
        return { kind: 'delivered' };
      },
      0,
      { log: createLog('error', { write: (line: string) => lines.push(JSON.parse(line)) }) },
    );
    await vi.waitFor(() => expect(lines).toHaveLength(1));
    expect(lines).toMatchObject([{ err: { message: 'disk full' }, webhook: (await stored(id))[0]?.id, payment: id }]);
    await nextAttempt(id, deliverer, 1, 31_000);
    expect(await stored(id)).toMatchObject([{ status: 'delivered' }]);
  });

  it('whose result could not be written are free for other instances once this one has stopped', async () => {
    const id = await payment('ORDER-1');
    await enqueue(id, 'payment.completed');
    const lines: string[] = [];
    const first = deliverTo(() => Promise.reject(new Error('disk full')), 0, {
      log: createLog('error', { write: (line: string) => lines.push(line) }),
    });
    await vi.waitFor(() => expect(lines).toHaveLength(1));
    await first.stop();
    deliverTo(toEndpoint(endpoint.url), 1);
    await vi.waitFor(async () => expect(await stored(id)).toMatchObject([{ status: 'delivered' }]));
  });

  it('are left to other instances for a while, and delivered by this one after that', async () => {
    const [older, newer] = [await payment('OLDER'), await payment('NEWER')];
    await enqueue(older, 'payment.completed');
    storages.clock.advance(1);
    await enqueue(newer, 'payment.completed');
    storages.clock.advance(1999);
    const deliverer = deliverTo(toEndpoint(endpoint.url), 0, { leaveToOthersMs: () => 2000 });
    await vi.waitFor(async () => expect(await stored(older)).toMatchObject([{ status: 'delivered' }]));
    expect(await stored(newer)).toMatchObject([{ status: 'pending', delivery_attempts: 0 }]);
    await nextAttempt(newer, deliverer, 1, 1);
    expect(await stored(newer)).toMatchObject([{ status: 'delivered' }]);
  });

  it('are looked for when the next one is due, for each instance by the time that it leaves to others', async () => {
    deliverTo(async () => REFUSED, 0, { leaveToOthersMs: () => 250 });
    const { queue, idleMs } = vi.mocked(createQueueWorker).mock.lastCall?.[0] ?? expect.unreachable('there is no queue');
    expect(idleMs).toBe(1000);
    expect(await queue.untilNextDue()).toBeUndefined();
    const id = await payment('ORDER-1');
    await enqueue(id, 'payment.completed');
    expect(await queue.untilNextDue()).toBe(250);
    storages.clock.advance(100);
    expect(await queue.untilNextDue()).toBe(150);
  });

  describe('to a handler in the host’s process', () => {
    it('arrive in order, once each', async () => {
      const id = await payment('ORDER-1');
      await enqueue(id, 'payment.unresolved');
      await enqueue(id, 'payment.completed');
      const handled: string[] = [];
      deliverTo(handlerSink(async (event) => void handled.push(event.type)));
      await vi.waitFor(async () => expect((await stored(id)).map(({ status }) => status)).toEqual(['delivered', 'delivered']));
      expect(handled).toEqual(['payment.unresolved', 'payment.completed']);
    });

    it('arrive again under the same id until it resolves; its error is stored without numbers', async () => {
      const id = await payment('ORDER-1');
      await enqueue(id, 'payment.completed');
      const ids: string[] = [];
      const deliverer = deliverTo(
        handlerSink(async (event) => {
          ids.push(event.id);
          if (ids.length === 1) throw new Error('no customer with 0343500003');
        }),
      );
      await vi.waitFor(async () =>
        expect(await stored(id)).toMatchObject([{ delivery_attempts: 1, last_error: 'no customer with [msisdn]' }]),
      );
      await nextAttempt(id, deliverer, 2, 6000);
      expect(await stored(id)).toMatchObject([{ status: 'delivered' }]);
      expect(new Set(ids).size).toBe(1);
    });

    it('arrive again where it does not resolve in time', async () => {
      const id = await payment('ORDER-1');
      await enqueue(id, 'payment.completed');
      deliverTo(handlerSink(() => new Promise(() => undefined), 50));
      await vi.waitFor(async () =>
        expect(await stored(id)).toMatchObject([{ status: 'pending', delivery_attempts: 1, last_error: 'no answer within 0.05 s' }]),
      );
    });
  });
});
