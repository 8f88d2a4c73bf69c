import { afterEach, describe, expect, it, vi } from 'vitest';
import { sampleWebhook } from '../../backoffice/webhooks/sampleWebhook.ts';
import { Secret } from '../../config/secret.ts';
import type { StoredWebhook } from '../../database/schema.ts';
import type { EventHandler } from './eventHandler.ts';
import { handlerSink } from './handlerSink.ts';

const SECRET = 'an-order-token-secret-of-32-characters';
const SETTINGS = { OPERATOR_ENVIRONMENT: 'sandbox', PARTNER_NAME: 'Tsena Boutique' } as const;
const EVENT = sampleWebhook('payment.completed', SETTINGS, Date.parse('2026-11-20T12:00:00Z'));
const webhook = { id: 'msg_1', payload: JSON.stringify(EVENT) } as StoredWebhook;

afterEach(() => {
  vi.useRealTimers();
});

describe('a handler in the host’s process', () => {
  const deliver = (handler: EventHandler, delivered = webhook) =>
    handlerSink(handler, () => [new Secret(SECRET)])(delivered);

  it('receives the webhook’s id, type, time and payment, and resolves', async () => {
    const received: unknown[] = [];
    expect(await deliver(async (event) => void received.push(event))).toEqual({ kind: 'delivered' });
    expect(received).toEqual([{ id: 'msg_1', ...EVENT }]);
  });

  it.each([
    ['an error', new Error('no stock'), 'no stock'],
    ['a text', 'no stock', 'no stock'],
    ['an error with a number', new Error('no customer with 034 35 000 03'), 'no customer with [msisdn]'],
    ['an error with an address', new Error('no customer hery@example.mg'), 'no customer [email]'],
    ['an error with a secret', new Error(`token: ${SECRET}`), 'token: [secret]'],
    ['a long error', new Error('x'.repeat(300)), 'x'.repeat(200)],
  ])('that rejects with %s gets the webhook again; the error has no numbers', async (_name, reason, error) => {
    expect(await deliver(() => Promise.reject(reason))).toEqual({
      kind: 'failed',
      error,
      retryAfterMs: null,
      answer: null,
    });
  });

  it('is not called with a payload that is no webhook event', async () => {
    const handler = vi.fn<EventHandler>();
    expect(await deliver(handler, { ...webhook, payload: '{"type":"payment.completed"}' })).toMatchObject({
      kind: 'failed',
    });
    expect(handler).not.toHaveBeenCalled();
  });

  it('gets the webhook again if it has not resolved after 15 s', async () => {
    vi.useFakeTimers();
    const delivery = deliver(() => new Promise(() => undefined));
    const ended = vi.fn();
    void delivery.then(ended);
    await vi.advanceTimersByTimeAsync(14_999);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await delivery).toEqual({
      kind: 'failed',
      error: 'no answer within 15 s',
      retryAfterMs: null,
      answer: null,
    });
  });
});
