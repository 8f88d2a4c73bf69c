const MIN_RETRY_MS = 1000;
const MAX_RETRY_MS = 30_000;

/** What {@link followChanges} takes. */
export interface FollowOptions {
  /** The address of the event stream. */
  readonly address: string;
  readonly signal: AbortSignal;
  onChange(): void;
  /** Whether changes arrive now. */
  onLive(isLive: boolean): void;
}

/** Follows the changes of payments until `signal` aborts. */
export function followChanges({ address, signal, onChange, onLive }: FollowOptions): void {
  let stream: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  function connect(): void {
    clearTimeout(timer);
    stream = new EventSource(address);
    stream.addEventListener('payments', () => {
      failures = 0;
      onLive(true);
      onChange();
    });
    stream.addEventListener('error', () => {
      stream.close();
      // The first time, the companion may have ended it, so that the page shows its session again: a browser would wait
      // before it connects.
      timer = setTimeout(connect, failures === 0 ? 0 : Math.min(MIN_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS));
      if (failures > 0) onLive(false);
      failures += 1;
    });
  }

  /** The network is back, or the page is shown again. */
  function connectNow(): void {
    if (failures === 0) return;
    stream.close();
    connect();
  }

  connect();
  addEventListener('online', connectNow, { signal });
  document.addEventListener('visibilitychange', connectNow, { signal });
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    stream.close();
  });
}
