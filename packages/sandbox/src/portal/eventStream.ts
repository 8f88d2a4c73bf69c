import type { Response } from 'express';

const MAX_SUBSCRIBERS = 100;
const BATCH_INTERVAL_MS = 100;

/**
 * `change`: a transaction, a fault rule or a setting changed. `request`: the service received or answered a request.
 */
export type PortalEvent = 'change' | 'request';

/** Notifies the open portal pages of changes by Server-Sent Events, at most ten times a second. */
export class EventStream {
  readonly #subscribers = new Set<Response>();
  readonly #pendingEvents = new Set<PortalEvent>();
  #timer: NodeJS.Timeout | undefined;

  /**
   * Starts the event stream of a page.
   *
   * @returns false if too many pages are open, or if the request is pipelined behind another one. A pipelined response
   *   gets no `close` event when its connection ends, so it would occupy a place for ever. Browsers do not pipeline
   */
  add(response: Response): boolean {
    if (this.#subscribers.size >= MAX_SUBSCRIBERS || response.socket === null) return false;
    response.on('error', () => this.#subscribers.delete(response));
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write(`retry: 1000\n\n${formatEvent('change')}`);
    this.#subscribers.add(response);
    response.on('close', () => this.#subscribers.delete(response));
    return true;
  }

  /** Notifies the open pages of an event. Events within 100 ms are sent together. */
  publish(event: PortalEvent): void {
    if (this.#subscribers.size === 0) return;
    this.#pendingEvents.add(event);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const frames = [...this.#pendingEvents].map(formatEvent).join('');
      this.#pendingEvents.clear();
      for (const subscriber of this.#subscribers) subscriber.write(frames);
    }, BATCH_INTERVAL_MS);
  }

  /** Ends all event streams. */
  close(): void {
    clearTimeout(this.#timer);
    for (const subscriber of this.#subscribers) subscriber.end();
    this.#subscribers.clear();
  }
}

function formatEvent(event: PortalEvent): string {
  return `event: ${event}\ndata: {}\n\n`;
}
