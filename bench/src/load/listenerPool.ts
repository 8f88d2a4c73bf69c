import { type ChildProcess, fork } from 'node:child_process';
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

  #hear(kind: ListenersMessage['kind']): Promise<ListenersMessage> {
    return new Promise((resolve, reject) => {
      const onExit = () => reject(new Error('the process with the pages has ended; its error is above'));
      const onMessage = (message: ListenersMessage) => {
        if (message.kind !== kind) return;
        this.#child.off('exit', onExit).off('message', onMessage);
        resolve(message);
      };
      this.#child.on('exit', onExit).on('message', onMessage);
    });
  }
}
