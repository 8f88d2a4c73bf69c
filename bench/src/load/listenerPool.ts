import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** So many pages that watch one payment. */
export interface Listening {
  readonly port: number;
  /** Of the event stream. */
  readonly path: string;
  readonly count: number;
}

/** What the process with the pages says. `at`: when each of them read "completed", ms since 1970. */
export type ListenersMessage =
  | { readonly kind: 'ready' | 'all open' | 'all closed' }
  | { readonly kind: 'all heard'; readonly at: readonly number[] };

/** Pages that watch payments, in a process of their own. */
export class ListenerPool {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(): Promise<ListenerPool> {
    const pool = new ListenerPool(fork(fileURLToPath(new URL('./listeners.ts', import.meta.url))));
    await pool.#hear('ready');
    return pool;
  }

  /** Resolves when each page has the payment's present state. */
  async open(listening: Listening): Promise<void> {
    this.#child.send(listening);
    await this.#hear('all open');
  }

  /** Resolves when each page knows that the payment is completed, and has no stream any more. */
  async untilAllKnow(): Promise<readonly number[]> {
    const [heard] = await Promise.all([this.#hear('all heard'), this.#hear('all closed')]);
    return heard.kind === 'all heard' ? heard.at : [];
  }

  end(): void {
    this.#child.kill();
  }

  async #hear(kind: ListenersMessage['kind']): Promise<ListenersMessage> {
    const exited = once(this.#child, 'exit').then(() => {
      throw new Error('the process with the pages has ended; its error is above');
    });
    for (;;) {
      const [message] = (await Promise.race([once(this.#child, 'message'), exited])) as [ListenersMessage];
      if (message.kind === kind) return message;
    }
  }
}
