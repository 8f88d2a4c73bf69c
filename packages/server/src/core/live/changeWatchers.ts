import type { PaymentId } from '@tsena/shared/checkout';

/** Receives the id of a payment that changed; null if changes may have been missed. */
export type ChangeWatcher = (id: PaymentId | null) => void;

/** Tells those who watch all payments, such as the merchant's dashboards, which of them change. */
export interface ChangeWatchers {
  /** Calls the watcher at each change, until the returned function is called. */
  watch(watcher: ChangeWatcher): () => void;
  /** Tells every watcher. */
  notify(id: PaymentId | null): void;
}

/** Keeps the watchers of this process. */
export function createChangeWatchers(): ChangeWatchers {
  const watchers = new Set<ChangeWatcher>();
  return {
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    notify(id) {
      for (const watcher of watchers) watcher(id);
    },
  };
}
