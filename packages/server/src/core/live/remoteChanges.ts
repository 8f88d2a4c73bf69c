import type { PaymentId } from '@tsena/shared/checkout';
import type { Notifications, PaymentNotification } from '../../database/notifications.ts';
import type { StoredPayment } from '../../database/schema.ts';
import type { Log } from '../../log/log.ts';
import { readOrders, readPayments } from '../storage/reads.ts';
import type { Storage } from '../storage/storage.ts';
import type { ChangeWatchers } from './changeWatchers.ts';
import type { Subscriptions } from './subscriptions.ts';

/**
 * How often the payments with subscribers are read again, ms: while other instances' notifications arrive, while they
 * do not, and where there is no other instance.
 */
const REREAD_INTERVAL_MS = { listening: 10_000, disconnected: 2000, singleInstance: 5000 } as const;
const BATCH_SIZE = 500;
/** How often watchers read everything again while no notifications arrive, ms. */
const WATCHERS_REREAD_INTERVAL_MS = 10_000;

/** Publishes the changes that other processes make to the subscribers of this one. */
export interface RemoteChanges {
  start(): void;
  stop(): Promise<void>;
}

/** What {@link createRemoteChanges} takes. */
export interface RemoteChangesOptions {
  readonly storage: Storage;
  readonly subscriptions: Subscriptions;
  readonly watchers: Pick<ChangeWatchers, 'notify'>;
  readonly log: Log;
  /**
   * Null where the store has none: the changes of other processes, as of the command line, are then found by reading
   * alone.
   */
  readonly notifications: Notifications | null;
  /** Brings a payment's next check forward: the instance that planned it may have no subscribers. */
  bringForward(payment: StoredPayment): void;
  /** Reads the settings again, which another instance may have changed. */
  reloadSettings(): Promise<void>;
}

/** Reads and publishes the payments that notifications name; those that come meanwhile, it reads next. */
function createChangedReader({ storage, subscriptions, log }: RemoteChangesOptions) {
  const ids = new Set<PaymentId>();
  let reading: Promise<void> | undefined;

  async function readAll(): Promise<void> {
    while (ids.size > 0) {
      const batch = [...ids].slice(0, BATCH_SIZE);
      for (const id of batch) ids.delete(id);
      for (const payment of await readPayments(storage.store.db, batch)) subscriptions.publish(payment);
    }
  }

  return {
    read(id: PaymentId): void {
      ids.add(id);
      reading ??= readAll()
        .catch((error: unknown) => log.warn({ err: error }, 'could not read a payment that another instance changed'))
        .then(() => {
          reading = undefined;
        });
    },
    idle: async (): Promise<void> => reading,
  };
}

/** Reads what notifications name, and everything again now and then; it does nothing before `start`. */
export function createRemoteChanges(options: RemoteChangesOptions): RemoteChanges {
  const { storage, subscriptions, watchers, log, notifications, bringForward, reloadSettings } = options;
  const { db } = storage.store;
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let rereading: Promise<void> | undefined;
  const changed = createChangedReader(options);
  let watchersNotifiedAt = Number.NEGATIVE_INFINITY;

  function plan(): void {
    clearTimeout(timer);
    if (!isRunning) return;
    const interval =
      notifications === null ? 'singleInstance' : notifications.isListening() ? 'listening' : 'disconnected';
    timer = setTimeout(rereadAll, REREAD_INTERVAL_MS[interval]);
    timer.unref();
  }

  function rereadSettings(): void {
    reloadSettings().catch((error: unknown) => log.warn({ err: error }, 'could not read the settings again'));
  }

  function rereadAll(): void {
    notifyDisconnectedWatchers();
    rereadSettings();
    rereading ??= reread()
      .catch((error: unknown) => log.warn({ err: error }, 'could not read the payments with subscribers again'))
      .then(() => {
        rereading = undefined;
        plan();
      });
  }

  /** Without notifications, nobody knows which payments other instances change. */
  function notifyDisconnectedWatchers(): void {
    if (notifications === null || notifications.isListening()) return;
    if (performance.now() - watchersNotifiedAt < WATCHERS_REREAD_INTERVAL_MS) return;
    watchersNotifiedAt = performance.now();
    watchers.notify(null);
  }

  async function reread(): Promise<void> {
    const orders = subscriptions.orders();
    for (let from = 0; from < orders.length; from += BATCH_SIZE) {
      const read = await readOrders(db, orders.slice(from, from + BATCH_SIZE));
      for (const payment of [...read.values()].flat()) {
        subscriptions.publish(payment);
        bringForward(payment);
      }
    }
  }

  function onNotification({ id, order }: PaymentNotification): void {
    watchers.notify(id);
    if (subscriptions.hasOrder(order)) changed.read(id);
  }

  function onSettings(): void {
    rereadSettings();
    watchers.notify(null);
  }

  function onListening(): void {
    watchers.notify(null);
    rereadAll();
  }

  return {
    start() {
      isRunning = true;
      notifications?.start({ onNotification, onSettings, onListening });
      plan();
    },
    async stop() {
      isRunning = false;
      clearTimeout(timer);
      await notifications?.stop();
      await Promise.all([rereading, changed.idle()]);
    },
  };
}

/** Subscriptions that also notify this instance's watchers, and other instances, of each change made here. */
export function withNotifications(
  subscriptions: Subscriptions,
  watchers: Pick<ChangeWatchers, 'notify'>,
  notifications: Pick<Notifications, 'post'> | null,
): Subscriptions {
  return {
    ...subscriptions,
    publish(payment) {
      subscriptions.publish(payment);
      watchers.notify(payment.id);
      notifications?.post({ id: payment.id, order: payment.order_reference });
    },
  };
}
