import type { PaymentId } from '@tsena/shared/checkout';
import type { Log } from '../log.ts';
import type { Notifications, PaymentNotification } from '../storage/notifications.ts';
import { readPayments, readPaymentsOfOrders } from '../storage/reads.ts';
import type { StoredPayment } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import type { Live } from './subscribers.ts';

/** How often the payments that are watched here are read again, ms: while others' changes are heard, while they are not, with no other instance. */
const REREAD = { hearing: 10_000, deaf: 2000, alone: 5000 } as const;
const AT_ONCE = 500;

/** Brings what other processes change to those who watch here. */
export interface RemoteChanges {
  start(): void;
  stop(): Promise<void>;
}

/** What {@link createRemoteChanges} takes. */
export interface RemoteChangesOptions {
  readonly storage: Storage;
  readonly live: Live;
  readonly log: Log;
  /** Null where the store has none: other processes (the command line) are then noticed by reading alone. */
  readonly board: Notifications | null;
  /** Called now and then for each payment that is watched here: its next look may be by an instance that nobody watches at. */
  onWatched(payment: StoredPayment): void;
}

/** Listens to notices and reads again now and then; it does nothing before `start`. */
export function createRemoteChanges({ storage, live, log, board, onWatched }: RemoteChangesOptions): RemoteChanges {
  const { db } = storage.store;
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let reading: Promise<void> | undefined;
  const heard = new Set<PaymentId>();
  let hearing: Promise<void> | undefined;

  function plan(): void {
    clearTimeout(timer);
    if (!isRunning) return;
    timer = setTimeout(rereadAll, REREAD[board === null ? 'alone' : board.isListening() ? 'hearing' : 'deaf']);
    timer.unref();
  }

  function rereadAll(): void {
    reading ??= reread()
      .catch((error: unknown) => log.warn({ err: error }, 'the payments that are watched could not be read again'))
      .then(() => {
        reading = undefined;
        plan();
      });
  }

  async function reread(): Promise<void> {
    const orders = live.watchedOrders();
    for (let from = 0; from < orders.length; from += AT_ONCE) {
      for (const payment of await readPaymentsOfOrders(db, orders.slice(from, from + AT_ONCE))) {
        live.publish(payment);
        if (live.isWatched(payment.id)) onWatched(payment);
      }
    }
  }

  /** Reads what was heard of; what is heard while it reads, it reads next. */
  function hear({ id, order }: PaymentNotification): void {
    if (!live.isAwaited(order)) return;
    heard.add(id);
    hearing ??= readNotified()
      .catch((error: unknown) => log.warn({ err: error }, 'a payment that another instance changed could not be read'))
      .then(() => {
        hearing = undefined;
      });
  }

  async function readNotified(): Promise<void> {
    while (heard.size > 0) {
      const ids = [...heard].slice(0, AT_ONCE);
      for (const id of ids) heard.delete(id);
      for (const payment of await readPayments(db, ids)) live.publish(payment);
    }
  }

  return {
    start() {
      isRunning = true;
      board?.start({ onNotification: hear, onListening: rereadAll });
      plan();
    },
    async stop() {
      isRunning = false;
      clearTimeout(timer);
      await board?.stop();
      await Promise.all([reading, hearing]);
    },
  };
}

/** A view on who watches that also tells other instances of each change made here. */
export function announcing(live: Live, board: Notifications | null): Live {
  if (board === null) return live;
  return {
    ...live,
    publish(payment) {
      live.publish(payment);
      board.post({ id: payment.id, order: payment.order_reference });
    },
  };
}
