import { randomBytes } from 'node:crypto';
import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import { sql } from 'kysely';
import type { Client } from 'pg';
import type { Log } from '../log/log.ts';
import type { Store } from './store.ts';

const CHANNEL = 'tsena_payments';
const SETTINGS = 'settings';

/** In the transaction that changes the settings: with its commit, all instances learn that they changed. */
export const NOTIFY_OF_SETTINGS = sql`select pg_notify(${CHANNEL}, ${`- ${SETTINGS}`})`;

/**
 * Notifications are sent in batches: while a transaction with one commits, PostgreSQL makes all other such transactions
 * wait.
 */
const BATCH_MS = 10;
const MAX_BATCH = 500;
const CHECK_INTERVAL_MS = 20_000;
const CHECK_TIMEOUT_MS = 3000;
const MIN_RETRY_MS = 250;
const MAX_RETRY_MS = 10_000;
/** If the connection works but no notification arrives, it goes through a connection pool. That rarely changes soon. */
const UNSUPPORTED_RETRY_MS = 10 * 60_000;

/** A payment that changed. It contains ids only; the receiver reads the payment. */
export interface PaymentNotification {
  readonly id: PaymentId;
  readonly order: OrderReference;
}

/** The callbacks of {@link Notifications}. */
export interface NotificationHandlers {
  /** Another instance changed this payment. */
  onNotification(notification: PaymentNotification): void;
  /** An instance changed the settings. */
  onSettings(): void;
  /** Notifications arrive from now on. Earlier ones may have been missed. */
  onListening(): void;
}

/** Notifies other instances of changes. Notifications may get lost, so instances also read payments again regularly. */
export interface Notifications {
  start(handlers: NotificationHandlers): void;
  /** Notifies the other instances. */
  post(notification: PaymentNotification): void;
  /** Whether notifications from other instances arrive at present. */
  isListening(): boolean;
  /** Sends the remaining notifications and stops listening. */
  stop(): Promise<void>;
}

/** What {@link createNotifications} takes. */
export interface NotificationsOptions {
  /** Makes the connection to listen on. */
  readonly connect: () => Client;
  readonly store: Store;
  readonly log: Log;
}

/**
 * Notifications by LISTEN and NOTIFY, on a connection of its own. It checks whether they arrive: behind PgBouncer in
 * transaction mode, none do.
 */
export function createNotifications({ connect: createClient, store, log }: NotificationsOptions): Notifications {
  const self = randomBytes(9).toString('base64url');
  let handlers: NotificationHandlers | undefined;
  let listener: Listener | undefined;
  let retry: NodeJS.Timeout | undefined;
  let failures = 0;
  const batch = new Map<PaymentId, PaymentNotification>();
  let batching: NodeJS.Timeout | undefined;
  let posting = Promise.resolve();

  function notify(texts: readonly string[]): Promise<unknown> {
    return sql`select pg_notify(${CHANNEL}, payload) from unnest(${texts}::text[]) as payload`.execute(store.db);
  }

  function flush(): void {
    clearTimeout(batching);
    batching = undefined;
    if (batch.size === 0) return;
    const texts = [...batch.values()].map(({ id, order }) => `${self} ${id} ${order}`);
    batch.clear();
    posting = posting
      .then(() => notify(texts))
      .then(
        () => undefined,
        (error: unknown) =>
          log.warn(
            { err: error, notifications: texts.length },
            'other instances could not be notified of changes; they read them later',
          ),
      );
  }

  function connect(): void {
    let isDone = false;
    listener = listen(createClient(), {
      self,
      ping: (text) => notify([text]),
      onNotification: (notification) => handlers?.onNotification(notification),
      onSettings: () => handlers?.onSettings(),
      onListening() {
        failures = 0;
        handlers?.onListening();
      },
      onEnd(reason) {
        if (isDone || handlers === undefined) return;
        isDone = true;
        listener = undefined;
        failures += 1;
        const delay =
          reason === 'unsupported'
            ? UNSUPPORTED_RETRY_MS
            : Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
        log.warn(
          { reason, retryInMs: Math.round(delay) },
          'no notifications from other instances arrive; their changes are read every two seconds',
        );
        retry = setTimeout(connect, delay);
        retry.unref();
      },
    });
  }

  return {
    start(given) {
      handlers = given;
      connect();
    },
    post(notification) {
      if (handlers === undefined) return;
      batch.set(notification.id, notification);
      if (batch.size >= MAX_BATCH) flush();
      else batching ??= setTimeout(flush, BATCH_MS);
    },
    isListening: () => listener?.isListening() ?? false,
    async stop() {
      handlers = undefined;
      clearTimeout(retry);
      flush();
      await Promise.all([posting, listener?.close()]);
    },
  };
}

interface ListenerOptions extends NotificationHandlers {
  readonly self: string;
  ping(text: string): Promise<unknown>;
  /** The connection broke, or no notification arrives on it. */
  onEnd(reason: 'broken' | 'unsupported'): void;
}

interface Listener {
  isListening(): boolean;
  close(): Promise<void>;
}

/** Listens on one connection until it ends. */
function listen(
  client: Client,
  { self, ping, onNotification, onSettings, onListening, onEnd }: ListenerOptions,
): Listener {
  const pingText = `${self} ping ${randomBytes(6).toString('base64url')}`;
  let isListening = false;
  let wasListening = false;
  let timer: NodeJS.Timeout | undefined;

  function end(reason: 'broken' | 'unsupported'): void {
    clearTimeout(timer);
    isListening = false;
    client.end().catch(() => undefined);
    onEnd(reason);
  }

  /** Sends a notification to this instance: if it arrives, those of other instances arrive too. */
  function check(): void {
    ping(pingText).catch(() => end('broken'));
    timer = setTimeout(() => end(wasListening ? 'broken' : 'unsupported'), CHECK_TIMEOUT_MS);
    timer.unref();
  }

  client.on('error', () => end('broken'));
  client.on('end', () => end('broken'));
  client.on('notification', ({ payload = '' }) => {
    if (payload === pingText) {
      clearTimeout(timer);
      timer = setTimeout(check, CHECK_INTERVAL_MS);
      timer.unref();
      if (!isListening) onListening();
      isListening = true;
      wasListening = true;
      return;
    }
    const [from, id, ...order] = payload.split(' ');
    if (id === SETTINGS) onSettings();
    else if (from !== self && id !== undefined && id !== 'ping')
      onNotification({ id: id as PaymentId, order: order.join(' ') as OrderReference });
  });
  client
    .connect()
    .then(() => client.query(`listen ${CHANNEL}`))
    .then(check, () => end('broken'));

  return {
    isListening: () => isListening,
    async close() {
      clearTimeout(timer);
      isListening = false;
      await client.end().catch(() => undefined);
    },
  };
}
