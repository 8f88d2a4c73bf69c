import type { Response } from 'express';

const MAX_WATCHERS = 100;
const GATHER_MS = 100;

/** `change`: a transaction, a rule or a setting; `request`: the service was asked. */
export type LiveEvent = 'change' | 'request';

/** Tells the open portal pages that something changed, at most ten times a second. */
export class Live {
  readonly #watchers = new Set<Response>();
  readonly #due = new Set<LiveEvent>();
  #timer: NodeJS.Timeout | undefined;

  /**
   * Adds a page as a stream of Server-Sent Events. False if there are too many, or if the answer waits behind another one of its
   * connection (pipelining), as no browser’s does: it would not be told when that connection goes, and keep its place.
   */
  add(response: Response): boolean {
    if (this.#watchers.size >= MAX_WATCHERS || response.socket === null) return false;
    response.on('error', () => this.#watchers.delete(response));
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write(`retry: 1000\n\n${frame('change')}`);
    this.#watchers.add(response);
    response.on('close', () => this.#watchers.delete(response));
    return true;
  }

  changed(event: LiveEvent): void {
    if (this.#watchers.size === 0) return;
    this.#due.add(event);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const frames = [...this.#due].map(frame).join('');
      this.#due.clear();
      for (const watcher of this.#watchers) watcher.write(frames);
    }, GATHER_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers) watcher.end();
    this.#watchers.clear();
  }
}

function frame(event: LiveEvent): string {
  return `event: ${event}\ndata: {}\n\n`;
}
