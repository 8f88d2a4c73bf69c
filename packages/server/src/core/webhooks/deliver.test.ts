import type { PaymentId } from '@tsena/shared/checkout';
import type { WebhookType } from '@tsena/shared/merchant';
import { startEndpoint } from '@tsena/testkit/endpoint';
import { STORES } from '@tsena/testkit/stores';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { testSettings } from '../../../test/support/operatorFixture.ts';
import { changed, pending } from '../../../test/support/storages.ts';
import { useForEach } from '../../../test/support/use.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import { selectWebhooks } from '../../backoffice/webhooks/webhookRows.ts';
import { Secret } from '../../config/secret.ts';
import { createLog } from '../../log/log.ts';
import { replayWebhook } from '../payments/replayWebhook.ts';
import { failedAttemptsOf } from '../storage/failedAttempts.ts';
import { createDeliverer, type Deliverer, type DelivererOptions } from './deliver.ts';
import { httpSink } from './httpSink.ts';
import type { Delivery, Sink } from './sink.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OLD_SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const toEndpoint = (url: string): Sink =>
  httpSink(() => ({
    ...testSettings('https://operator.example'),
    WEBHOOK_URL: url,
    WEBHOOK_SECRET: [SECRET, OLD_SECRET].map((one) => new Secret(one)),
    WEBHOOK_ALLOW_PRIVATE: true,
  }));

describe.each(STORES)('webhooks on %s', (kind) => {
  const storages = useStorages(kind);
  const endpoint = useForEach(startEndpoint);
  function deliverTo(sink: Sink, more: Partial<DelivererOptions> = {}): Deliverer {
    const options = { storage: storages.storage, sink, log: createLog('silent'), random: () => 0.5 };
    const deliverer = createDeliverer({
      ...options,
      onAnswered: () => undefined,
      onAttempted: () => undefined,
      ...more,
    });
    onTestFinished(() => deliverer.stop());
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
    const rows = await selectWebhooks(storages.storage.store.db, { payment: id }).execute();
    return rows.toSorted((one, other) => one.version - other.version);
  };

  const firstReceived = () => endpoint.received[0] ?? expect.unreachable('nothing was received');

  /** Lets the time until the next attempt pass, and waits for that attempt. */
  async function nextAttempt(id: PaymentId, deliverer: Deliverer, attempts: number, wait: number) {
    storages.clock.advance(wait);
    deliverer.wake();
    await vi.waitFor(async () => expect((await stored(id))[0]?.delivery_attempts).toBe(attempts), {
      timeout: 5000,
      interval: 10,
    });
  }

  it('are signed with each secret of a rotation, and delivered once', async () => {
    const id = await payment('ORDER-1');
    await enqueue(id, 'payment.completed');
    deliverTo(toEndpoint(endpoint.url));
    await vi.waitFor(async () =>
      expect(await stored(id)).toMatchObject([{ status: 'delivered', delivery_attempts: 1, last_error: null }]),
    );
    const { headers, body } = firstReceived();
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const secret of [SECRET, OLD_SECRET]) {
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'payment.completed', data: { id } });
    }
    expect(endpoint.received).toHaveLength(1);
  });

  it('are delivered again under the same id, as late as the endpoint asks', async () => {
    const id = await payment('ORDER-1');
    await enqueue(id, 'payment.completed');
    endpoint.answer = (_received, response) => response.writeHead(503, { 'Retry-After': '3600' }).end('<p>not read');
    const deliverer = deliverTo(toEndpoint(endpoint.url));
    const next = { status: 'pending', delivery_attempts: 1, last_error: 'the endpoint answered 503' } as const;
    await vi.waitFor(async () =>
      expect(await stored(id)).toMatchObject([{ ...next, next_attempt_at: storages.clock.now() + HOUR }]),
    );
    endpoint.answer = (_received, response) => response.writeHead(204).end();
    await nextAttempt(id, deliverer, 2, HOUR);
    expect(await stored(id)).toMatchObject([{ status: 'delivered' }]);
    expect(endpoint.received).toHaveLength(2);
    expect(new Set(endpoint.received.map((one) => one.id)).size).toBe(1);
  });

  it('keep what the endpoint answered to attempts that failed, at most the newest eight', async () => {
    const id = await payment('ORDER-1');
    await enqueue(id, 'payment.completed');
    const begun = storages.clock.now();
    endpoint.answer = (_received, response) =>
      response.writeHead(500).end(`no order for 034 35 000 03, ${SECRET}\u0000${'é'.repeat(300)}`);
    const deliverer = deliverTo(toEndpoint(endpoint.url));
    const kept = async () => (await stored(id)).flatMap((webhook) => failedAttemptsOf(webhook));
    await vi.waitFor(async () => expect(await kept()).toHaveLength(1));
    const [first] = await kept();
    expect(first).toEqual({
      at: begun,
      ms: expect.any(Number),
      status: 500,
      body: expect.stringMatching(/^no order for \[msisdn\], \[secret\].é+$/),
      error: 'the endpoint answered 500',
    });
    expect(first?.body).toHaveLength(200);
    endpoint.answer = (_received, response) => void response.destroy();
    await nextAttempt(id, deliverer, 2, HOUR);
    expect((await kept())[1]).toEqual({
      at: begun + HOUR,
      ms: expect.any(Number),
      status: null,
      body: null,
      error: 'ECONNRESET',
    });
    for (let attempts = 3; attempts <= 8; attempts += 1) await nextAttempt(id, deliverer, attempts, 24 * HOUR);
    expect(await stored(id)).toMatchObject([{ status: 'failed' }]);
    await replayWebhook(storages.storage, (await stored(id))[0]?.id ?? '', 'Hanta');
    await nextAttempt(id, deliverer, 1, 0);
    expect((await kept()).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => null));
    endpoint.answer = (_received, response) => response.writeHead(204).end();
    await nextAttempt(id, deliverer, 2, HOUR);
    expect(await stored(id)).toMatchObject([{ status: 'delivered', last_error: null }]);
    expect(await kept()).toHaveLength(8);
  });

  const GONE: Delivery = { kind: 'gone', error: 'the endpoint answered 410', answer: { status: 410, body: '' } };
  const REFUSED: Delivery = {
    kind: 'failed',
    error: 'the endpoint answered 500',
    retryAfterMs: null,
    answer: { status: 500, body: '' },
  };

  it('are logged and counted with payment, type, attempt and error', async () => {
    const id = await payment('ORDER-1');
    await enqueue(id, 'payment.unresolved');
    await enqueue(id, 'payment.completed');
    const lines: object[] = [];
    const answers: Delivery[] = [REFUSED, GONE];
    const steps: string[] = [];
    const deliverer = deliverTo(async () => answers.shift() ?? { kind: 'delivered' }, {
      log: createLog('info', { write: (line: string) => lines.push(JSON.parse(line)) }),
      onAnswered: () => steps.push('answered'),
      onAttempted: (outcome) => steps.push(outcome),
    });
    await vi.waitFor(() => expect(lines).toHaveLength(1));
    storages.clock.advance(5000);
    deliverer.wake();
    await vi.waitFor(() => expect(lines).toHaveLength(3));
    const [unresolved, completed] = (await stored(id)).map((webhook) => ({
      webhook: webhook.id,
      payment: id,
      type: webhook.type,
    }));
    expect(lines).toMatchObject([
      { level: 40, ...unresolved, deliveryAttempt: 1, error: 'the endpoint answered 500', nextAttemptInMs: 5000 },
      { level: 50, ...unresolved, deliveryAttempt: 2, error: 'the endpoint answered 410' },
      { level: 30, ...completed, deliveryAttempt: 1 },
    ]);
    expect(steps).toEqual(['answered', 'retried', 'answered', 'failed', 'answered', 'delivered']);
  });

  it('are delivered again under the same id if a result could not be written', async () => {
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
      { log: createLog('error', { write: (line: string) => lines.push(JSON.parse(line)) }) },
    );
    await vi.waitFor(() => expect(lines).toHaveLength(1));
    expect(lines).toMatchObject([{ err: { message: 'disk full' }, webhook: (await stored(id))[0]?.id, payment: id }]);
    await nextAttempt(id, deliverer, 1, 31_000);
    expect(await stored(id)).toMatchObject([{ status: 'delivered' }]);
  });

  it('are left to other instances for a while, and delivered by this one after that', async () => {
    const [older, newer] = [await payment('OLDER'), await payment('NEWER')];
    await enqueue(older, 'payment.completed');
    storages.clock.advance(1);
    await enqueue(newer, 'payment.completed');
    storages.clock.advance(1999);
    const deliverer = deliverTo(toEndpoint(endpoint.url), { leaveToOthersMs: () => 2000 });
    await vi.waitFor(async () => expect(await stored(older)).toMatchObject([{ status: 'delivered' }]));
    expect(await stored(newer)).toMatchObject([{ status: 'pending', delivery_attempts: 0 }]);
    await nextAttempt(newer, deliverer, 1, 1);
    expect(await stored(newer)).toMatchObject([{ status: 'delivered' }]);
  });
});
