import { createHmac, timingSafeEqual } from 'node:crypto';
import { TsenaError } from './error.ts';
import type { WebhookPayment } from './merchantTypes.ts';
import { readWebhookKeys, type Secrets } from './secrets.ts';

const TOLERANCE_SECONDS = 300;

/** A verified webhook event. */
export interface WebhookEvent {
  /** The webhook-id, the same in every delivery attempt of this event. Deduplicate by it. */
  readonly id: string;
  /** Such as `payment.completed`. Answer 2xx to a type that you do not know. */
  readonly type: string;
  /** When the event happened, RFC 3339 in UTC. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A verified event about a payment. `data` is the payment as it stood at the event. */
export interface PaymentEvent extends WebhookEvent {
  readonly data: WebhookPayment & Readonly<Record<string, unknown>>;
}

/** The headers of a request: of Node, of fetch, or any record; names in any letter case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Options of {@link verifyWebhook}. */
export interface VerifyOptions {
  /** The time now, in seconds since 1970; default: this machine's clock. */
  readonly now?: number;
}

function readHeader(headers: WebhookHeaders, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const value = headers[name] ?? Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof value === 'string' ? value : '';
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (cause) {
    throw new TsenaError('webhook_body_invalid', 'The body is not JSON.', { cause });
  }
}

/**
 * Verifies a webhook of the companion (Standard Webhooks): its signature, and that it was sent within the last five minutes.
 * Then compare `environment`, `amount` and `currency` with your own before you mark an order as paid.
 *
 * @param body the raw bytes, as received. A body that was parsed and written again has another signature
 * @param secret the companion's WEBHOOK_SECRET; several while rotating, of which one must match
 * @throws TsenaError `webhook_secret_invalid`, `webhook_timestamp_invalid`, `webhook_signature_invalid`, `webhook_body_invalid`
 * @example verifyWebhook(request.body, request.headers, process.env.WEBHOOK_SECRET)
 */
export function verifyWebhook(
  body: Uint8Array | string,
  headers: WebhookHeaders,
  secret: Secrets,
  options: VerifyOptions = {},
): WebhookEvent {
  const keys = readWebhookKeys(secret);
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    throw new TsenaError('webhook_body_invalid', 'Pass the raw body. A body that a parser has read cannot be verified.');
  }
  const id = readHeader(headers, 'webhook-id');
  const sentAt = readHeader(headers, 'webhook-timestamp');
  const now = options.now ?? Date.now() / 1000;
  if (!/^[0-9]{1,12}$/.test(sentAt) || Math.abs(now - Number(sentAt)) > TOLERANCE_SECONDS) {
    throw new TsenaError('webhook_timestamp_invalid', 'webhook-timestamp is missing, or more than five minutes away from this clock.');
  }
  const raw = Buffer.from(body);
  const given = readHeader(headers, 'webhook-signature')
    .split(' ')
    .map((one) => Buffer.from(one));
  const isSigned = keys.some((key) => {
    const expected = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${sentAt}.`).update(raw).digest('base64')}`);
    return given.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
  });
  if (id === '' || !isSigned) throw new TsenaError('webhook_signature_invalid', 'The signature does not match.');
  const content = parse(raw);
  if (!isRecord(content) || typeof content.type !== 'string' || typeof content.timestamp !== 'string' || !isRecord(content.data)) {
    throw new TsenaError('webhook_body_invalid', 'The body is not an event: it needs type, timestamp and data.');
  }
  return { id, type: content.type, timestamp: content.timestamp, data: content.data };
}

const PAYMENT_FIELDS = ['id', 'environment', 'order', 'status', 'amount', 'currency', 'updatedAt'];

/** Whether an event is about a payment: its type begins with `payment.` or `order.`, and `data` has a payment's fields. */
export function isPaymentEvent(event: WebhookEvent): event is PaymentEvent {
  return /^(payment|order)\./.test(event.type) && PAYMENT_FIELDS.every((name) => typeof event.data[name] === 'string');
}
