import type { Language } from '@tsena/shared';
import { isFinal, type PaymentId } from '@tsena/shared/checkout';
import type { Request, Response } from 'express';
import { unlessClockStepped } from '../../clock.ts';
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

  /** Sends a payment's changes on a stream until one of the two ends. */
  async function follow(stream: Stream, request: Request, id: PaymentId): Promise<void> {
    const found = await find(id);
    const viewer = new Viewer(stream, found, languageOf(request), serialize);
    // Subscribe before reading: a change in between then arrives twice, and never gets lost.
    const all = followed.get(id) ?? new FollowedPayment(context, find, found, () => followed.delete(id));
    followed.set(id, all);
    all.add(viewer);
    stream.onEnd(() => all.remove(viewer));

    const payment = await find(id);
    stream.open();
    // Express's state of the routing would be kept as long as the stream: kilobytes each.
    request.next = undefined;
    // The browser reconnects by itself, to an instance that is not stopping.
    if (stopping.aborted) stream.end();
    if (stream.hasEnded()) return;
    viewer.begin(payment);
    all.planRetry(payment);
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
class Viewer {
  readonly #stream: Stream;
  readonly #id: PaymentId;
  readonly #isOfLink: boolean;
  readonly #language: Language;
  readonly #serialize: Serialize;
  #version = 0;
  #early: StoredPayment[] | undefined = [];

  constructor(stream: Stream, { id, link_id }: StoredPayment, language: Language, serialize: Serialize) {
    this.#stream = stream;
    this.#id = id;
    this.#isOfLink = link_id !== null;
    this.#language = language;
    this.#serialize = serialize;
  }

  /** Sends the payment as it was read, and what has changed since the stream was created. */
  begin(payment: StoredPayment): void {
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const known of [payment, ...early]) this.send(known, false);
  }

  /** @param isRepeat - whether a state that was sent already is sent again: `retryable` may be another one */
  send(payment: StoredPayment, isRepeat: boolean): void {
    if (this.#early !== undefined) {
      this.#early.push(payment);
      return;
    }
    if (payment.id === this.#id) {
      if (payment.version < this.#version || (payment.version === this.#version && !isRepeat)) return;
      this.#version = payment.version;
    } else if (this.#isOfLink || payment.link_id !== null) {
      // Any holder of a link can pay its order: another attempt can be another person's, whose payment this one may not see.
      this.#stream.end();
      return;
    }
    // A completed payment of the same order token ends the stream too: there is nothing more to pay.
    const event = this.#serialize(payment, this.#language);
    if (isFinal(payment.status)) this.#stream.end(event);
    else this.#stream.write(event);
  }
}

/** A payment with its viewers, who share a subscription and a timer: `retryable` becomes true with time and without a change. */
class FollowedPayment {
  readonly #context: HttpContext;
  readonly #find: Find;
  readonly #viewers = new Set<Viewer>();
  readonly #unsubscribe: () => void;
  readonly #onEmpty: () => void;
  #version = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(context: HttpContext, find: Find, payment: StoredPayment, onEmpty: () => void) {
    this.#context = context;
    this.#find = find;
    this.#onEmpty = onEmpty;
    this.#unsubscribe = context.subscriptions.subscribe(payment, (changed) => {
      this.#send(changed, false);
      if (changed.id === payment.id) this.planRetry(changed);
    });
  }

  add(viewer: Viewer): void {
    this.#viewers.add(viewer);
  }

  remove(viewer: Viewer): void {
    this.#viewers.delete(viewer);
    if (this.#viewers.size > 0) return;
    clearTimeout(this.#timer);
    this.#unsubscribe();
    this.#onEmpty();
  }

  /** A lease may be renewed until the payment becomes retryable, so it is read again then. */
  planRetry(known: StoredPayment): void {
    if (known.version < this.#version || this.#viewers.size === 0) return;
    this.#version = known.version;
    clearTimeout(this.#timer);
    const { settings, storage } = this.#context;
    const now = storage.clock.now();
    const from = isFinal(known.status) ? null : retryableFrom(known, now, unlessClockStepped(storage.clock, settings.attemptCooldownMs));
    if (from === null || from <= now) return;
    this.#timer = setTimeout(() => this.#readAgain(known.id), Math.min(from - now, settings.attemptCooldownMs));
  }

  #readAgain(id: PaymentId): void {
    const { settings, storage, log } = this.#context;
    this.#find(id).then(
      (read) => {
        const { clock } = storage;
        this.#send(read, mayFollow(read, clock.now(), unlessClockStepped(clock, settings.attemptCooldownMs)));
        this.planRetry(read);
      },
      (error: unknown) => log.warn({ err: error, payment: id }, 'payment could not be read'),
    );
  }

  #send(payment: StoredPayment, isRepeat: boolean): void {
    for (const viewer of this.#viewers) viewer.send(payment, isRepeat);
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
