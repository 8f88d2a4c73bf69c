import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Webhook, WebhookPayment } from './apiTypes.ts';
import { TsenaError } from './error.ts';
import { readWebhookKeys, type Secrets } from './secrets.ts';

const TOLERANCE_SECONDS = 300;

/** What every event has. */
interface EventOf<Type extends Webhook['type'], Data> {
  /** The webhook-id, the same in every delivery attempt of this event. Deduplicate by it. */
  readonly id: string;
  /** What happened. */
  readonly type: Type;
  /** When it happened, RFC 3339 in UTC. */
  readonly timestamp: string;
  /** The payment as it stood at the event. */
  readonly data: Data;
}

/** A refund of a payment was recorded, or its record was voided. */
export type RefundEvent =
  | EventOf<'payment.refunded', WebhookPayment & Required<Pick<WebhookPayment, 'refund'>>>
  | EventOf<'payment.refund_voided', WebhookPayment & Required<Pick<WebhookPayment, 'refund'>>>;

/**
 * An event about a payment.
 * - `payment.completed`: it was paid; fulfil the order
 * - `payment.failed`: it failed
 * - `payment.unresolved`: the operator's answer was lost; the payer may have been debited
 * - `payment.review_required`: a person must look at it
 * - `order.overpaid`: the order was paid twice; refund one payment
 */
export type PaymentEvent =
  | EventOf<'payment.completed', WebhookPayment>
  | EventOf<'payment.failed', WebhookPayment>
  | EventOf<'payment.unresolved', WebhookPayment>
  | EventOf<'payment.review_required', WebhookPayment>
  | EventOf<'order.overpaid', WebhookPayment>
  | RefundEvent;

/**
 * A verified webhook event. `tsena.ping` is a test, about an invented payment. A later companion can send other types:
 * answer 2xx to them, in the `default` of a `switch`.
 */
export type WebhookEvent = PaymentEvent | EventOf<'tsena.ping', WebhookPayment>;

/**
 * The headers of a request, as any framework hands them out: a record, `Headers` of any implementation, a Map or pairs;
 * values are texts, bytes or lists of one; names in any letter case, or as CGI writes them (`HTTP_WEBHOOK_ID`).
 */
export type WebhookHeaders = Iterable<readonly [name: unknown, value: unknown]> | object;

/** Options of {@link verifyWebhook}. */
export interface VerifyOptions {
  /** The time now, in seconds since 1970; default: this machine's clock. */
  readonly now?: number;
}

/** None of what is no object: a framework without headers hands out null or undefined. */
function pairsOf(headers: WebhookHeaders): Iterable<readonly [unknown, unknown]> {
  if (typeof headers !== 'object' || headers === null) return [];
  return isIterable(headers) ? headers : Object.entries(headers);
}

const isIterable = (headers: WebhookHeaders): headers is Iterable<readonly [unknown, unknown]> =>
  Symbol.iterator in headers;

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  // HTTP joins a header that is there several times like this.
  return Array.isArray(value) ? value.map(textOf).join(', ') : '';
}

/** Reads a header that every webhook has. */
function readHeader(headers: WebhookHeaders, name: string): string {
  const written = new RegExp(`^(?:(?:redirect_)*http_)?${name.replace('-', '[-_]')}$`, 'i');
  for (const [key, value] of pairsOf(headers)) {
    if (!written.test(textOf(key))) continue;
    const text = textOf(value);
    if (text !== '') return text;
  }
  throw new TsenaError('webhook_header_missing', `The header ${name} is missing.`);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (cause) {
    throw new TsenaError('webhook_body_invalid', 'The body is not JSON.', { cause });
  }
}

/**
 * Verifies a webhook of the companion (Standard Webhooks): its signature, and that it was sent within the last five
 * minutes. Then compare `environment`, `amount` and `currency` with your own before you mark an order as paid.
 *
 * @param body the raw bytes, as received. A body that was parsed and written again has another signature
 * @param secret the companion's WEBHOOK_SECRET; several while rotating, of which one must match
 * @throws TsenaError `webhook_secret_invalid`, `webhook_header_missing`, `webhook_timestamp_invalid`,
 *   `webhook_signature_invalid`, `webhook_body_invalid`
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
    throw new TsenaError(
      'webhook_body_invalid',
      'Pass the raw body. A body that a parser has read cannot be verified.',
    );
  }
  const id = readHeader(headers, 'webhook-id');
  const sentAt = readHeader(headers, 'webhook-timestamp');
  const signatures = readHeader(headers, 'webhook-signature');
  const now = options.now ?? Date.now() / 1000;
  if (!/^[0-9]{1,12}$/.test(sentAt) || Math.abs(now - Number(sentAt)) > TOLERANCE_SECONDS) {
    throw new TsenaError(
      'webhook_timestamp_invalid',
      'webhook-timestamp is not a time, or more than five minutes away from this clock.',
    );
  }
  const raw = Buffer.from(body);
  const given = signatures.split(' ').map((one) => Buffer.from(one));
  const isSigned = keys.some((key) => {
    const expected = Buffer.from(
      `v1,${createHmac('sha256', key).update(`${id}.${sentAt}.`).update(raw).digest('base64')}`,
    );
    return given.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
  });
  if (!isSigned) throw new TsenaError('webhook_signature_invalid', 'The signature does not match.');
  const content = parse(raw);
  if (
    !isRecord(content) ||
    typeof content.type !== 'string' ||
    typeof content.timestamp !== 'string' ||
    !isRecord(content.data)
  ) {
    throw new TsenaError('webhook_body_invalid', 'The body is not an event: it needs type, timestamp and data.');
  }
  // Signed by the companion, whose tests check each webhook against its schema.
  return { id, type: content.type, timestamp: content.timestamp, data: content.data } as object as WebhookEvent;
}

const PAYMENT_FIELDS = ['id', 'environment', 'order', 'status', 'amount', 'currency', 'updatedAt'];

/**
 * Whether an event is about a payment: its type begins with `payment.` or `order.`, and `data` has a payment's fields.
 */
export function isPaymentEvent(event: WebhookEvent): event is PaymentEvent {
  const fields = new Map<string, unknown>(Object.entries(event.data));
  return /^(payment|order)\./.test(event.type) && PAYMENT_FIELDS.every((name) => typeof fields.get(name) === 'string');
}
