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

/** One answer of Server-Sent Events. The companion, the reader or the connection ends it; then nothing more is written. */
export interface Stream {
  /** Sends the headers. */
  open(): void;
  /** Whether it was opened, also if it has ended since. */
  isOpen(): boolean;
  hasEnded(): boolean;
  /** Sends an event. Disconnects a reader that does not read. */
  write(event: Buffer | string): void;
  /** Sends a comment, so that nothing between here and the reader takes the connection for unused. */
  beat(): void;
  end(event?: Buffer | string): void;
  /** Ends the stream without an answer, so that a problem document can be sent instead. */
  release(): void;
  /** Calls back when the stream ends, at once if it has. */
  onEnd(callback: () => void): void;
}

/** Makes a stream from a response of which nothing was sent yet. */
export function createStream(response: ServerResponse): Stream {
  const callbacks: (() => void)[] = [];
  let isOpen = false;
  let hasEnded = false;

  function release(): void {
    if (hasEnded) return;
    hasEnded = true;
    for (const callback of callbacks.splice(0)) callback();
  }

  function onEnd(callback: () => void): void {
    if (hasEnded) callback();
    else callbacks.push(callback);
  }

  function write(event: Buffer | string): void {
    if (hasEnded) return;
    if (response.writableLength <= MAX_UNREAD_BYTES) {
      response.write(event);
      return;
    }
    release();
    response.destroy();
    // A response that is queued behind another one keeps its data until the connection closes.
    response.req.socket.destroy();
  }

  onResponseEnd(response, release);

  return {
    open() {
      isOpen = true;
      if (hasEnded) return;
      response.writeHead(200, STREAM_HEADERS);
      // Node keeps the text of the headers as long as the response is open. Sent alone, it is one string; else dozens of pieces, 2 KB more.
      response.cork();
      response.flushHeaders();
      response.write(`retry: ${RECONNECT_DELAY_MS}\n\n`);
      response.uncork();
    },
    isOpen: () => isOpen,
    hasEnded: () => hasEnded,
    write,
    beat() {
      if (isOpen) write(HEARTBEAT);
    },
    end(event) {
      if (hasEnded) return;
      release();
      response.end(event);
    },
    release,
    onEnd,
  };
}
