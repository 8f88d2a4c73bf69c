import type { ServerResponse } from 'node:http';
import { onResponseEnd } from './responseEnd.ts';

/** A reader with more unread bytes is disconnected. It reconnects by itself. */
const MAX_UNREAD_BYTES = 64 * 1024;
const RECONNECT_DELAY_MS = 2000;
const HEARTBEAT = Buffer.from(': heartbeat\n\n');

/** The headers of a stream. */
export const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
} as const;

/**
 * One answer of Server-Sent Events. The companion, the reader or the connection ends it; then nothing more is written.
 */
export class Stream {
  readonly #response: ServerResponse;
  readonly #callbacks: (() => void)[] = [];
  #isOpen = false;
  #hasEnded = false;

  /** @param response - one of which nothing was sent yet */
  constructor(response: ServerResponse) {
    this.#response = response;
    onResponseEnd(response, () => this.release());
  }

  /** Sends the headers. */
  open(): void {
    this.#isOpen = true;
    if (this.#hasEnded) return;
    const response = this.#response;
    response.writeHead(200, STREAM_HEADERS);
    // Node keeps the text of the headers as long as the response is open. Sent alone, it is one string; else dozens of
    // pieces, 2 KB more.
    response.cork();
    response.flushHeaders();
    response.write(`retry: ${RECONNECT_DELAY_MS}\n\n`);
    response.uncork();
  }

  /** Whether it was opened, also if it has ended since. */
  isOpen(): boolean {
    return this.#isOpen;
  }

  hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Sends an event. Disconnects a reader that does not read. */
  write(event: Buffer | string): void {
    if (this.#hasEnded) return;
    const response = this.#response;
    if (response.writableLength <= MAX_UNREAD_BYTES) {
      response.write(event);
      return;
    }
    this.release();
    response.destroy();
    // A response that is queued behind another one keeps its data until the connection closes.
    response.req.socket.destroy();
  }

  /** Sends a comment, so that nothing between here and the reader takes the connection for unused. */
  beat(): void {
    if (this.#isOpen) this.write(HEARTBEAT);
  }

  end(event?: Buffer | string): void {
    if (this.#hasEnded) return;
    this.release();
    this.#response.end(event);
  }

  /** Ends the stream without an answer, so that a problem document can be sent instead. */
  release(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    for (const callback of this.#callbacks.splice(0)) callback();
  }

  /** Calls back when the stream ends, at once if it has. */
  onEnd(callback: () => void): void {
    if (this.#hasEnded) callback();
    else this.#callbacks.push(callback);
  }
}
