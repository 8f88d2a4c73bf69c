import type { Language } from '@tsena/shared';
import { isFinal, type PaymentId } from '@tsena/shared/checkout';
import type { Request, Response } from 'express';
import { unlessClockStepped } from '../../clock.ts';
import { cooldownMs } from '../../config/settings.ts';
import { mayFollow, retryableFrom } from '../../core/rules/attemptPolicy.ts';
import type { StoredPayment } from '../../database/schema.ts';
import type { HttpContext } from '../context.ts';
import { languageOf } from '../problem.ts';
import { STREAM_HEADERS, type Stream } from './serverSentEvents.ts';

type Find = (id: PaymentId) => Promise<StoredPayment>;
type Serialize = (payment: StoredPayment, language: Language) => Buffer;

/** `GET /v1/payments/{id}/events`: sends the payment, then each of its changes, until a final state. */
export function createPaymentStream(
  context: HttpContext,
  find: Find,
): (request: Request, response: Response, id: PaymentId) => Promise<void> {
  const { stopping, streams, poller } = context;
  const serialize = cacheEvents(context);
  const followed = new Map<PaymentId, FollowedPayment>();

  const create = (found: StoredPayment) => {
    const { id, link_id } = found;
    return new FollowedPayment({ context, find, serialize, id, isOfLink: link_id !== null, onEmpty: () => followed.delete(id) }, found);
  };

  /** Sends a payment's changes on a stream until one of the two ends. */
  async function follow(stream: Stream, request: Request, id: PaymentId): Promise<void> {
    const found = await find(id);
    // Subscribe before reading: a change in between then arrives twice, and never gets lost.
    const all = followed.get(id) ?? create(found);
    followed.set(id, all);
    const viewer = all.add(stream, languageOf(request));
    const payment = await find(id);
    stream.open();
    // Express's state of the routing would be kept as long as the stream: kilobytes each.
    request.next = undefined;
    // The browser reconnects by itself, to an instance that is not stopping.
    if (stopping.aborted) stream.end();
    if (stream.hasEnded()) return;
    all.begin(viewer, payment);
    poller.bringForward(payment);
  }

  return async (request, response, id) => {
    if (request.method === 'HEAD') {
      await find(id);
      response.writeHead(200, STREAM_HEADERS).end();
      return;
    }
    const stream = streams.create(request, response);
    if (stream === undefined) return;
    try {
      await follow(stream, request, id);
    } catch (error) {
      stream.release();
      throw error;
    }
  };
}

/** One stream of a payment. It may stay open for long, and there may be thousands: it keeps no row of the database. */
interface Viewer {
  readonly stream: Stream;
  readonly language: Language;
  /** Of the newest state that was sent. */
  version: number;
  /** What has changed since the stream was created; null once it is open. */
  early: StoredPayment[] | null;
}

interface FollowedPaymentOptions {
  readonly context: HttpContext;
  readonly find: Find;
  readonly serialize: Serialize;
  readonly id: PaymentId;
  readonly isOfLink: boolean;
  /** The last viewer has gone. */
  onEmpty(): void;
}

/** A payment with its viewers, who share a subscription and a timer: `retryable` becomes true with time and without a change. */
class FollowedPayment {
  readonly #options: FollowedPaymentOptions;
  readonly #viewers = new Set<Viewer>();
  readonly #unsubscribe: () => void;
  #version = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: FollowedPaymentOptions, found: StoredPayment) {
    this.#options = options;
    this.#unsubscribe = options.context.subscriptions.subscribe(found, (changed) => this.#publish(changed, false));
  }

  /** Adds a stream, until it ends. */
  add(stream: Stream, language: Language): Viewer {
    const viewer: Viewer = { stream, language, version: 0, early: [] };
    this.#viewers.add(viewer);
    stream.onEnd(() => this.#remove(viewer));
    return viewer;
  }

  /** Sends the payment as it was read, and what has changed since the stream was created. */
  begin(viewer: Viewer, payment: StoredPayment): void {
    const early = viewer.early ?? [];
    viewer.early = null;
    for (const known of [payment, ...early]) this.#send(viewer, known, false);
    this.#planRetry(payment);
  }

  #remove(viewer: Viewer): void {
    this.#viewers.delete(viewer);
    if (this.#viewers.size > 0) return;
    clearTimeout(this.#timer);
    this.#unsubscribe();
    this.#options.onEmpty();
  }

  /** @param isRepeat - whether a state that was sent already is sent again: `retryable` may be another one */
  #publish(payment: StoredPayment, isRepeat: boolean): void {
    for (const viewer of this.#viewers) {
      if (viewer.early === null) this.#send(viewer, payment, isRepeat);
      else viewer.early.push(payment);
    }
    if (payment.id === this.#options.id) this.#planRetry(payment);
  }

  #send(viewer: Viewer, payment: StoredPayment, isRepeat: boolean): void {
    const { id, isOfLink, serialize } = this.#options;
    const { stream, language } = viewer;
    if (payment.id === id) {
      if (payment.version < viewer.version || (payment.version === viewer.version && !isRepeat)) return;
      viewer.version = payment.version;
    } else if (isOfLink || payment.link_id !== null) {
      // Any holder of a link can pay its order: another attempt can be another person's, whose payment this one may not see.
      stream.end();
      return;
    }
    // A completed payment of the same order token ends the stream too: there is nothing more to pay.
    const event = serialize(payment, language);
    if (isFinal(payment.status)) stream.end(event);
    else stream.write(event);
  }

  /** A lease may be renewed until the payment becomes retryable, so it is read again then. */
  #planRetry(known: StoredPayment): void {
    if (known.version < this.#version || this.#viewers.size === 0) return;
    // A timer that runs tells the other viewers, also if it is late.
    if (known.version === this.#version && this.#timer !== undefined) return;
    this.#version = known.version;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { settings, storage } = this.#options.context;
    const now = storage.clock.now();
    const from = isFinal(known.status) ? null : retryableFrom(known, now, unlessClockStepped(storage.clock, cooldownMs(settings)));
    if (from === null || from <= now) return;
    this.#timer = setTimeout(() => this.#readAgain(), Math.min(from - now, cooldownMs(settings)));
  }

  #readAgain(): void {
    const { context, find, id } = this.#options;
    const { clock } = context.storage;
    this.#timer = undefined;
    find(id).then(
      (read) => this.#publish(read, mayFollow(read, clock.now(), unlessClockStepped(clock, cooldownMs(context.settings)))),
      (error: unknown) => context.log.warn({ err: error, payment: id }, 'payment could not be read'),
    );
  }
}

/** A change goes to many streams. It is serialized once for each language. */
function cacheEvents(context: HttpContext): Serialize {
  const cache = new WeakMap<StoredPayment, Map<Language, Buffer>>();
  return (payment, language) => {
    const byLanguage = cache.get(payment) ?? new Map<Language, Buffer>();
    cache.set(payment, byLanguage);
    const event = byLanguage.get(language) ?? Buffer.from(`event: payment\ndata: ${JSON.stringify(context.view(payment, language))}\n\n`);
    byLanguage.set(language, event);
    return event;
  };
}
