import type { Language } from '@tsena/shared';
import { isFinal } from '@tsena/shared/checkout';
import type { Request, RequestHandler, Response } from 'express';
import { surely } from '../clock.ts';
import type { Settings } from '../config.ts';
import type { StoredPayment } from '../ledger/schema.ts';
import { mayFollow, retryableFrom } from '../rules/attemptPolicy.ts';
import type { HttpContext } from './context.ts';
import { languageOf, ProblemError } from './problem.ts';

const HEARTBEAT = 15_000;
/** A reader that lets this much pile up is dropped, bytes; it comes back by itself. */
const MAX_UNREAD = 64 * 1024;
const RECONNECT_AFTER = 2000;

/** `GET /v1/payments/{id}/events`: the payment as it stands, then each change, until a final state. */
export function eventStream(context: HttpContext, find: (request: Request) => Promise<StoredPayment>): RequestHandler {
  const { engine, metrics, reconciler } = context;
  const streams = countStreams(context.settings.http);
  const serialized = cacheEvents(context);
  // One listener for all: to add a listener takes the longer, the more there are.
  const watching = new Set<Response>();
  engine.stopping.addEventListener('abort', () => {
    for (const response of watching) response.end();
  });

  return async (request, response) => {
    const address = context.addressOf(request);
    if (!streams.open(address)) throw new ProblemError('too_many_streams');
    metrics.streamOpened();
    response.on('close', () => {
      streams.close(address);
      metrics.streamClosed();
    });
    const found = await find(request);
    const { id } = found;
    const language = languageOf(request);
    let version = 0;
    let isOpen = false;
    const early: StoredPayment[] = [];
    let retryTimer: NodeJS.Timeout | undefined;

    const send = (payment: StoredPayment, isRepeat = false): void => {
      if (!isOpen) {
        early.push(payment);
        return;
      }
      if (response.writableEnded) return;
      // Another attempt of the order that completed ends this one's watch: there is nothing more to pay.
      if (payment.id === id) {
        if (payment.version < version || (payment.version === version && !isRepeat)) return;
        version = payment.version;
        tellWhenRetryable(payment);
      }
      if (response.writableLength > MAX_UNREAD) {
        response.destroy();
        return;
      }
      const event = serialized(payment, language);
      if (isFinal(payment.status)) response.end(event);
      else response.write(event);
    };
    // `retryable` turns true by time alone; say so when it does. Until then a lease may be renewed: look again.
    const tellWhenRetryable = (known: StoredPayment): void => {
      clearTimeout(retryTimer);
      const now = engine.ledger.clock.now();
      const from = isFinal(known.status) ? null : retryableFrom(known, now, surely(engine.ledger.clock, engine.cooldownMs));
      if (from === null || from <= now || response.closed || response.writableEnded) return;
      retryTimer = setTimeout(() => {
        find(request).then(
          (read) => {
            send(read, mayFollow(read, engine.ledger.clock.now(), surely(engine.ledger.clock, engine.cooldownMs)));
            tellWhenRetryable(read);
          },
          (error: unknown) => engine.log.warn({ err: error, payment: id }, 'a payment could not be read'),
        );
      }, Math.min(from - now, engine.cooldownMs));
    };
    // First watch, then read: a change in between is then known twice rather than not at all.
    const unwatch = engine.live.watch(found, (changed) => send(changed));
    const heartbeat = setInterval(() => response.write(': still here\n\n'), HEARTBEAT);
    watching.add(response);
    response.on('close', () => {
      unwatch();
      clearInterval(heartbeat);
      clearTimeout(retryTimer);
      watching.delete(response);
    });

    const payment = await find(request);
    if (response.closed || engine.stopping.aborted) {
      response.end();
      return;
    }
    open(response);
    isOpen = true;
    for (const known of [payment, ...early]) send(known);
    reconciler.watched(payment);
  };
}

function open(response: Response): void {
  response.status(200).set({
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store, no-transform',
    Connection: 'keep-alive',
    'X-Accel-Buffering': 'no',
  });
  response.flushHeaders();
  response.write(`retry: ${RECONNECT_AFTER}\n\n`);
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

function countStreams({ maxStreams, maxStreamsPerAddress }: Settings['http']) {
  const perAddress = new Map<string, number>();
  let all = 0;
  return {
    open(address: string): boolean {
      const here = perAddress.get(address) ?? 0;
      if (all >= maxStreams || here >= maxStreamsPerAddress) return false;
      all += 1;
      perAddress.set(address, here + 1);
      return true;
    },
    close(address: string): void {
      all -= 1;
      const here = (perAddress.get(address) ?? 1) - 1;
      if (here === 0) perAddress.delete(address);
      else perAddress.set(address, here);
    },
  };
}
