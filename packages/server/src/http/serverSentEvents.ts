import type { ServerResponse } from 'node:http';
import { whenOver } from './whenOver.ts';

/** A reader that lets this much pile up is dropped; it comes back by itself. */
const MAX_UNREAD_BYTES = 64 * 1024;
const RECONNECT_AFTER_MS = 2000;

/** One answer of Server-Sent Events. It ends once, whether by us, by its reader, or with its connection; after that nothing is written. */
export interface Stream {
  /** Sends the head; heartbeats follow. */
  open(): void;
  /** Whether it was opened, whatever became of it since. */
  isOpen(): boolean;
  hasEnded(): boolean;
  /** Drops a reader that does not read. */
  write(event: Buffer | string): void;
  end(event?: Buffer | string): void;
  /** Ends it without an answer: another one, a problem document, is given in its place. */
  release(): void;
  /** Called when it ends; at once if it has. */
  beforeEnd(release: () => void): void;
}

/** Makes a stream of a response that nothing was sent of yet. */
export function createStream(response: ServerResponse, heartbeatMs: number): Stream {
  const releases: (() => void)[] = [];
  let isOpen = false;
  let hasEnded = false;

  function release(): void {
    if (hasEnded) return;
    hasEnded = true;
    for (const one of releases.splice(0)) one();
  }

  function beforeEnd(one: () => void): void {
    if (hasEnded) one();
    else releases.push(one);
  }

  function write(event: Buffer | string): void {
    if (hasEnded) return;
    if (response.writableLength <= MAX_UNREAD_BYTES) {
      response.write(event);
      return;
    }
    release();
    response.destroy();
    // A response that waits behind another one holds what it was given until the connection goes.
    response.req.socket.destroy();
  }

  whenOver(response, release);

  return {
    open() {
      isOpen = true;
      if (hasEnded) return;
      response.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store, no-transform',
        Connection: 'keep-alive',
        'X-Accel-Buffering': 'no',
      });
      response.write(`retry: ${RECONNECT_AFTER_MS}\n\n`);
      const heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMs);
      beforeEnd(() => clearInterval(heartbeat));
    },
    isOpen: () => isOpen,
    hasEnded: () => hasEnded,
    write,
    end(event) {
      if (hasEnded) return;
      release();
      response.end(event);
    },
    release,
    beforeEnd,
  };
}
