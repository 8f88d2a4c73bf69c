import { Worker } from './worker.ts';

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
  readonly #worker: Worker<ListenersMessage>;

  private constructor(worker: Worker<ListenersMessage>) {
    this.#worker = worker;
  }

  static async start(): Promise<ListenerPool> {
    return new ListenerPool(await Worker.start('./listeners.ts'));
  }

  /** Resolves when each page has the payment's present state. */
  async open(listening: Listening): Promise<void> {
    this.#worker.send(listening);
    await this.#hear('all open');
  }

  /** Resolves when each page knows that the payment is completed, and has no stream any more. */
  async untilAllKnow(): Promise<readonly number[]> {
    const [heard] = await Promise.all([this.#hear('all heard'), this.#hear('all closed')]);
    return heard.kind === 'all heard' ? heard.at : [];
  }

  end(): void {
    this.#worker.end();
  }

  #hear(wanted: ListenersMessage['kind']): Promise<ListenersMessage> {
    return this.#worker.hear(({ kind }) => kind === wanted);
  }
}
