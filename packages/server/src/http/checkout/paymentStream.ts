import type { Language } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import type { Request, Response } from 'express';
import { cooldownMs } from '../../config/settings.ts';
import { retryableFrom } from '../../core/rules/attemptPolicy.ts';
import { followedUntil, type PaymentInOrder, viewChangesAt } from '../../core/rules/view.ts';
import type { StoredPayment } from '../../database/schema.ts';
import { cooldownBy } from '../../time/clock.ts';
import type { HttpContext } from '../kit/context.ts';
import { languageOf } from '../kit/problem.ts';
import { STREAM_HEADERS, type Stream } from '../kit/streams/serverSentEvents.ts';

/** When an order that could not be read is read again, ms. */
const RETRY_READ_MS = 5000;

type Find = (id: PaymentId) => Promise<PaymentInOrder>;

/**
 * `GET /v1/payments/{id}/events`: sends the payment, and again after each change of its order, until there is nothing
 * to wait for.
 */
export function createPaymentStream(
  context: HttpContext,
  find: Find,
): (request: Request, response: Response, id: PaymentId) => Promise<void> {
  const { stopping, streams, poller } = context;
  const followed = new Map<PaymentId, FollowedPayment>();

  /** Sends a payment on a stream until one of the two ends. */
  async function follow(stream: Stream, request: Request, id: PaymentId): Promise<void> {
    const { payment } = await find(id);
    const all = followed.get(id) ?? new FollowedPayment({ context, find, onEmpty: () => followed.delete(id) }, payment);
    followed.set(id, all);
    // Subscribe before reading: a change in between is then read again, and never gets lost.
    const viewer = all.add(stream, languageOf(request));
    const read = await find(id);
    stream.open();
    // Express's state of the routing would be kept as long as the stream: kilobytes each.
    request.next = undefined;
    // The browser reconnects by itself, to an instance that is not stopping.
    if (stopping.aborted) stream.end();
    if (stream.hasEnded()) return;
    all.begin(viewer, read);
    for (const attempt of read.attempts) poller.bringForward(attempt);
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
  isOpen: boolean;
  /** Which state it has received; '' before the first. */
  received: string;
}

interface FollowedPaymentOptions {
  readonly context: HttpContext;
  readonly find: Find;
  /** The last viewer has gone. */
  onEmpty(): void;
}

/**
 * A payment with its viewers, who share a subscription to its order, each reading of it, and a timer: `view` and
 * `retryable` change with time too, without a change of the order.
 */
class FollowedPayment {
  readonly #options: FollowedPaymentOptions;
  readonly #id: PaymentId;
  readonly #viewers = new Set<Viewer>();
  readonly #unsubscribe: () => void;
  /** The versions of the order's payments that were read last. */
  #versions: ReadonlyMap<PaymentId, number> = new Map();
  #reading: Promise<void> | undefined;
  #isReadAgain = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: FollowedPaymentOptions, payment: StoredPayment) {
    this.#options = options;
    this.#id = payment.id;
    this.#unsubscribe = options.context.subscriptions.subscribe(payment, ({ id, version }) => {
      // Rows are published now and then without a change.
      if (this.#versions.get(id) !== version) this.#read();
    });
  }

  /** Adds a stream, until it ends. */
  add(stream: Stream, language: Language): Viewer {
    const viewer: Viewer = { stream, language, isOpen: false, received: '' };
    this.#viewers.add(viewer);
    stream.onEnd(() => this.#remove(viewer));
    return viewer;
  }

  /** Sends the payment as it was read for this viewer. */
  begin(viewer: Viewer, read: PaymentInOrder): void {
    viewer.isOpen = true;
    // A change was read meanwhile.
    if (read.attempts.some(({ id, version }) => version < (this.#versions.get(id) ?? 0))) this.#read();
    else this.#show(read);
  }

  #remove(viewer: Viewer): void {
    this.#viewers.delete(viewer);
    if (this.#viewers.size > 0) return;
    clearTimeout(this.#timer);
    this.#unsubscribe();
    this.#options.onEmpty();
  }

  /** Reads the order and shows it; once more after a change that comes meanwhile. */
  #read(): void {
    this.#isReadAgain = true;
    this.#reading ??= this.#readWhileStale().then(() => {
      this.#reading = undefined;
    });
  }

  async #readWhileStale(): Promise<void> {
    const { find, context } = this.#options;
    while (this.#isReadAgain && this.#viewers.size > 0) {
      this.#isReadAgain = false;
      try {
        this.#show(await find(this.#id));
      } catch (error) {
        context.log.warn({ err: error, payment: this.#id }, 'payment could not be read');
        this.#readIn(RETRY_READ_MS);
      }
    }
  }

  #readIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#read(), ms);
  }

  /** Sends the payment to the viewers that have not received this state. */
  #show({ payment, attempts }: PaymentInOrder): void {
    const { context } = this.#options;
    this.#versions = new Map(attempts.map(({ id, version }) => [id, version]));
    const events = new Map<Language, ReturnType<typeof eventOf>>();
    for (const viewer of this.#viewers) {
      if (!viewer.isOpen) continue;
      const event = events.get(viewer.language) ?? eventOf(context, { payment, attempts }, viewer.language);
      events.set(viewer.language, event);
      if (event.isLast) viewer.stream.end(event.text);
      else if (viewer.received !== event.state) viewer.stream.write(event.text);
      viewer.received = event.state;
    }
    if (this.#viewers.size > 0) this.#planNext({ payment, attempts });
  }

  /** A lease may be renewed until the payment becomes retryable, so the order is read again then. */
  #planNext({ payment, attempts }: PaymentInOrder): void {
    const { settings, storage } = this.#options.context;
    const now = storage.clock.now();
    const cooldown = cooldownMs(settings);
    const from = retryableFrom(payment, now, cooldownBy(storage.clock, cooldown));
    const moments = [from ?? 0, viewChangesAt(attempts, now), followedUntil(attempts, now)].filter((at) => at > now);
    this.#readIn(Math.min(...moments.map((at) => at - now), cooldown));
  }
}

/** The event of a payment as it is now: one for all viewers with this language. */
function eventOf({ view }: HttpContext, { payment, attempts }: PaymentInOrder, language: Language) {
  const shown = view(payment, attempts, language);
  const version = attempts.reduce((sum, attempt) => sum + attempt.version, 0);
  return {
    text: Buffer.from(`event: payment\ndata: ${JSON.stringify(shown)}\n\n`),
    state: `${version} ${shown.view} ${shown.retryable}`,
    isLast: shown.nextPollMs === null,
  };
}
