import type { Language } from '@tsena/shared';
import { isFinal } from '@tsena/shared/checkout';
import type { Request, RequestHandler } from 'express';
import { surely } from '../clock.ts';
import type { Settings } from '../config.ts';
import { mayFollow, retryableFrom } from '../rules/attemptPolicy.ts';
import type { StoredPayment } from '../storage/schema.ts';
import type { HttpContext } from './context.ts';
import { languageOf, ProblemError } from './problem.ts';
import { createStream, type Stream } from './serverSentEvents.ts';
import { isOver } from './whenOver.ts';

/** `GET /v1/payments/{id}/events`: the payment as it stands, then each change, until a final state. */
export function eventStream(context: HttpContext, find: (request: Request) => Promise<StoredPayment>): RequestHandler {
  const { storage, subscriptions, stopping, metrics, poller, log } = context;
  const { attemptCooldownMs: cooldownMs } = context.settings;
  const places = countStreams(context.settings.http);
  const serialized = cacheEvents(context);
  // One listener for all: to add a listener takes the longer, the more there are.
  const streams = new Set<Stream>();
  stopping.addEventListener('abort', () => {
    for (const stream of streams) if (stream.isOpen()) stream.end();
  });

  /** Follows a payment on a stream until either is over. */
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
      // Another attempt of the order that completed ends this one's watch: there is nothing more to pay.
      if (payment.id === id) {
        if (payment.version < version || (payment.version === version && !isRepeat)) return;
        version = payment.version;
        tellWhenRetryable(payment);
      }
      const event = serialized(payment, language);
      if (isFinal(payment.status)) stream.end(event);
      else stream.write(event);
    };
    // `retryable` turns true by time alone; say so when it does. Until then a lease may be renewed: read again.
    const tellWhenRetryable = (known: StoredPayment): void => {
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
              tellWhenRetryable(read);
            },
            (error: unknown) => log.warn({ err: error, payment: id }, 'a payment could not be read'),
          );
        },
        Math.min(from - now, cooldownMs),
      );
    };
    stream.beforeEnd(() => clearTimeout(retryTimer));
    // First watch, then read: a change in between is then known twice rather than not at all.
    stream.beforeEnd(subscriptions.subscribe(found, (changed) => send(changed)));

    const payment = await find(request);
    stream.open();
    // A browser comes back by itself, to an instance that does not stop.
    if (stopping.aborted) stream.end();
    if (stream.hasEnded()) return;
    for (const known of [payment, ...early]) send(known);
    poller.bringForward(payment);
  }

  return async (request, response) => {
    // Who left while something in front of this was at work takes no place: nothing would give it back.
    if (isOver(response)) return;
    const address = context.addressOf(request);
    if (!places.take(address)) throw new ProblemError('too_many_streams');
    const stream = createStream(response, context.heartbeatMs);
    streams.add(stream);
    metrics.streamOpened();
    stream.beforeEnd(() => {
      places.giveBack(address);
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

/** A change goes to many watchers: it is written once for each language. */
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

/** Places for streams: so many in all, and from one address. */
function countStreams({ maxStreams, maxStreamsPerAddress }: Settings['http']) {
  const perAddress = new Map<string, number>();
  let all = 0;
  return {
    take(address: string): boolean {
      const here = perAddress.get(address) ?? 0;
      if (all >= maxStreams || here >= maxStreamsPerAddress) return false;
      all += 1;
      perAddress.set(address, here + 1);
      return true;
    },
    giveBack(address: string): void {
      all -= 1;
      const here = (perAddress.get(address) ?? 1) - 1;
      if (here === 0) perAddress.delete(address);
      else perAddress.set(address, here);
    },
  };
}
