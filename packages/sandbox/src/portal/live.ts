import type { Response } from 'express';

const MAX_WATCHERS = 100;
const GATHER_MS = 100;

/** Tells the open portal pages that something changed, at most ten times a second. */
export class Live {
  readonly #watchers = new Set<Response>();
  #timer: NodeJS.Timeout | undefined;

  /** Adds a page as a stream of Server-Sent Events. False if there are too many. */
  add(response: Response): boolean {
    if (this.#watchers.size >= MAX_WATCHERS) return false;
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write('retry: 1000\n\nevent: change\ndata: {}\n\n');
    this.#watchers.add(response);
    response.on('close', () => this.#watchers.delete(response));
    return true;
  }

  changed(): void {
    if (this.#watchers.size === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      for (const watcher of this.#watchers) watcher.write('event: change\ndata: {}\n\n');
    }, GATHER_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers) watcher.end();
  }
}
