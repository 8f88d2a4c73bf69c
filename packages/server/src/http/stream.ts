import type { Socket } from 'node:net';
import type { Language } from '@tsena/shared';
import { isFinal } from '@tsena/shared/checkout';
import type { Request, RequestHandler } from 'express';
import { surely } from '../clock.ts';
import type { Settings } from '../config/settings.ts';
import { mayFollow, retryableFrom } from '../rules/attemptPolicy.ts';
import type { StoredPayment } from '../storage/schema.ts';
import type { HttpContext } from './context.ts';
import { languageOf, ProblemError } from './problem.ts';
import { hasResponseEnded } from './responseEnd.ts';
import { createStream, STREAM_HEADERS, type Stream } from './serverSentEvents.ts';

/** `GET /v1/payments/{id}/events`: sends the payment, then each of its changes, until a final state. */
export function eventStream(context: HttpContext, find: (request: Request) => Promise<StoredPayment>): RequestHandler {
  const { storage, subscriptions, stopping, metrics, poller, log } = context;
  const { attemptCooldownMs: cooldownMs } = context.settings;
  const openStreams = countStreams(context.settings.http);
  const serialize = cacheEvents(context);
  // One listener for all streams: adding a listener takes longer the more there are.
  const streams = new Set<Stream>();
  const streamingSockets = new WeakSet<Socket>();
  stopping.addEventListener('abort', () => {
    for (const stream of streams) if (stream.isOpen()) stream.end();
  });

  /** Sends a payment's changes on a stream until one of the two ends. */
  async function follow(stream: Stream, request: Request): Promise<void> {
    const found = await find(request);
    const { id } = found;
    const language = languageOf(request);
    let version = 0;
    const early: StoredPayment[] = [];
    let retryTimer: NodeJS.Timeout | undefined;

    const send = (payment: StoredPayment, isRepeat = false): void => {
      if (!stream.isOpen()) {
        early.push(payment);
        return;
      }
      // A completed payment of the same order ends the stream too: there is nothing more to pay.
      if (payment.id === id) {
        if (payment.version < version || (payment.version === version && !isRepeat)) return;
        version = payment.version;
        sendWhenRetryable(payment);
      }
      const event = serialize(payment, language);
      if (isFinal(payment.status)) stream.end(event);
      else stream.write(event);
    };
    // `retryable` becomes true with time and without a change. A lease may be renewed meanwhile, so the payment is read again.
    const sendWhenRetryable = (known: StoredPayment): void => {
      clearTimeout(retryTimer);
      const { clock } = storage;
      const now = clock.now();
      const from = isFinal(known.status) ? null : retryableFrom(known, now, surely(clock, cooldownMs));
      if (from === null || from <= now || stream.hasEnded()) return;
      retryTimer = setTimeout(
        () => {
          find(request).then(
            (read) => {
              send(read, mayFollow(read, clock.now(), surely(clock, cooldownMs)));
              sendWhenRetryable(read);
            },
            (error: unknown) => log.warn({ err: error, payment: id }, 'payment could not be read'),
          );
        },
        Math.min(from - now, cooldownMs),
      );
    };
    stream.onEnd(() => clearTimeout(retryTimer));
    // Subscribe before reading: a change in between then arrives twice, and never gets lost.
    stream.onEnd(subscriptions.subscribe(found, (changed) => send(changed)));

    const payment = await find(request);
    stream.open();
    // The browser reconnects by itself, to an instance that is not stopping.
    if (stopping.aborted) stream.end();
    if (stream.hasEnded()) return;
    for (const known of [payment, ...early]) send(known);
    poller.bringForward(payment);
  }

  return async (request, response) => {
    // A client that has disconnected is not counted: nothing would remove it from the count.
    if (hasResponseEnded(response)) return;
    if (request.method === 'HEAD') {
      await find(request);
      response.writeHead(200, STREAM_HEADERS).end();
      return;
    }
    const { socket } = request;
    // Behind an open stream on its connection, another one could never be delivered, and would be counted until the connection closes.
    if (streamingSockets.has(socket)) throw new ProblemError('too_many_streams');
    const address = context.addressOf(request);
    if (!openStreams.add(address)) throw new ProblemError('too_many_streams');
    const stream = createStream(response, context.heartbeatMs);
    streams.add(stream);
    streamingSockets.add(socket);
    metrics.streamOpened();
    stream.onEnd(() => {
      streamingSockets.delete(socket);
      openStreams.remove(address);
      streams.delete(stream);
      metrics.streamClosed();
    });
    try {
      await follow(stream, request);
    } catch (error) {
      stream.release();
      throw error;
    }
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

/** Counts open streams, in total and for each address. */
function countStreams({ maxStreams, maxStreamsPerAddress }: Settings['http']) {
  const perAddress = new Map<string, number>();
  let total = 0;
  return {
    /** Returns false if a limit is reached. */
    add(address: string): boolean {
      const count = perAddress.get(address) ?? 0;
      if (total >= maxStreams || count >= maxStreamsPerAddress) return false;
      total += 1;
      perAddress.set(address, count + 1);
      return true;
    },
    remove(address: string): void {
      total -= 1;
      const count = (perAddress.get(address) ?? 1) - 1;
      if (count === 0) perAddress.delete(address);
      else perAddress.set(address, count);
    },
  };
}
