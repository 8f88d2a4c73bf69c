import type { Language } from '@tsena/shared';
import { isFinal, type PaymentId } from '@tsena/shared/checkout';
import type { Request, Response } from 'express';
import { unlessClockStepped } from '../../clock.ts';
import { mayFollow, retryableFrom } from '../../core/rules/attemptPolicy.ts';
import type { StoredPayment } from '../../database/schema.ts';
import type { HttpContext } from '../context.ts';
import { languageOf } from '../problem.ts';
import { STREAM_HEADERS, type Stream } from './serverSentEvents.ts';

/** `GET /v1/payments/{id}/events`: sends the payment, then each of its changes, until a final state. */
export function createPaymentStream(
  context: HttpContext,
): (request: Request, response: Response, find: () => Promise<StoredPayment>) => Promise<void> {
  const { subscriptions, stopping, streams, poller } = context;
  const serialize = cacheEvents(context);

  /** Sends a payment's changes on a stream until one of the two ends. */
  async function follow(stream: Stream, request: Request, find: () => Promise<StoredPayment>): Promise<void> {
    const found = await find();
    // A stream may stay open for long, and there may be thousands: it keeps no row of the database.
    const { id } = found;
    const isOfLink = found.link_id !== null;
    const language = languageOf(request);
    let version = 0;
    const early: StoredPayment[] = [];
    const retry = followRetryable(context, find, (read, isRetryable) => send(read, isRetryable));

    const send = (payment: StoredPayment, isRepeat = false): void => {
      if (!stream.isOpen()) {
        early.push(payment);
        return;
      }
      if (payment.id === id) {
        if (payment.version < version || (payment.version === version && !isRepeat)) return;
        version = payment.version;
        retry.plan(payment);
      } else if (isOfLink || payment.link_id !== null) {
        // Any holder of a link can pay its order: another attempt can be another person's, whose payment this one may not see.
        stream.end();
        return;
      }
      // A completed payment of the same order token ends the stream too: there is nothing more to pay.
      const event = serialize(payment, language);
      if (isFinal(payment.status)) stream.end(event);
      else stream.write(event);
    };
    stream.onEnd(retry.stop);
    // Subscribe before reading: a change in between then arrives twice, and never gets lost.
    stream.onEnd(subscriptions.subscribe(found, (changed) => send(changed)));

    const payment = await find();
    stream.open();
    // Express's state of the routing would be kept as long as the stream: kilobytes each.
    request.next = undefined;
    // The browser reconnects by itself, to an instance that is not stopping.
    if (stopping.aborted) stream.end();
    if (stream.hasEnded()) return;
    for (const known of [payment, ...early]) send(known);
    poller.bringForward(payment);
  }

  return async (request, response, find) => {
    if (request.method === 'HEAD') {
      await find();
      response.writeHead(200, STREAM_HEADERS).end();
      return;
    }
    const stream = streams.create(request, response);
    if (stream === undefined) return;
    try {
      await follow(stream, request, find);
    } catch (error) {
      stream.release();
      throw error;
    }
  };
}

/** `retryable` becomes true with time and without a change. A lease may be renewed meanwhile, so the payment is read again. */
function followRetryable(
  { storage, settings, log }: HttpContext,
  find: () => Promise<StoredPayment>,
  onRead: (payment: StoredPayment, isRetryable: boolean) => void,
): { plan(known: StoredPayment): void; stop(): void } {
  const { clock } = storage;
  const cooldownMs = settings.attemptCooldownMs;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function plan(known: StoredPayment): void {
    clearTimeout(timer);
    const now = clock.now();
    const from = isFinal(known.status) ? null : retryableFrom(known, now, unlessClockStepped(clock, cooldownMs));
    if (from === null || from <= now || isStopped) return;
    timer = setTimeout(readAgain, Math.min(from - now, cooldownMs), known.id);
  }

  function readAgain(id: PaymentId): void {
    find().then(
      (read) => {
        onRead(read, mayFollow(read, clock.now(), unlessClockStepped(clock, cooldownMs)));
        plan(read);
      },
      (error: unknown) => log.warn({ err: error, payment: id }, 'payment could not be read'),
    );
  }

  return {
    plan,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** A change goes to many streams. It is serialized once for each language. */
function cacheEvents(context: HttpContext): (payment: StoredPayment, language: Language) => Buffer {
  const cache = new WeakMap<StoredPayment, Map<Language, Buffer>>();
  return (payment, language) => {
    const byLanguage = cache.get(payment) ?? new Map<Language, Buffer>();
    cache.set(payment, byLanguage);
    const event = byLanguage.get(language) ?? Buffer.from(`event: payment\ndata: ${JSON.stringify(context.view(payment, language))}\n\n`);
    byLanguage.set(language, event);
    return event;
  };
}
