import { startWorker } from './worker.ts';

/** So many pages that watch one payment. */
export interface Listening {
  readonly port: number;
  /** Of the event stream. */
  readonly path: string;
  readonly count: number;
}

/** What the process with the pages says. `heard`: when each of them read "completed", ms since 1970. */
export interface ListenersMessage {
  readonly kind: 'ready' | 'all open' | 'all closed';
  readonly heard: readonly number[];
}

/** Pages that watch payments, in a process of their own. */
export interface ListenerPool {
  /** Resolves when each page has the payment's present state. */
  open(listening: Listening): Promise<void>;
  /** Resolves when each page knows that the payment is completed, and has no stream any more. */
  untilAllKnow(): Promise<readonly number[]>;
}

/** Starts a {@link ListenerPool}. */
export async function startListeners(): Promise<ListenerPool> {
  const worker = await startWorker<ListenersMessage>('./listeners.ts');
  const hear = (wanted: ListenersMessage['kind']) => worker.hear(({ kind }) => kind === wanted);
  return {
    async open(listening) {
      worker.send(listening);
      await hear('all open');
    },
    async untilAllKnow() {
      return (await hear('all closed')).heard;
    },
  };
}
