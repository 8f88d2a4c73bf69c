import { randomBytes } from 'node:crypto';
import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import { sql } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';
import { postgresConnection } from './postgres.ts';
import type { Store } from './store.ts';

const CHANNEL = 'tsena_payments';
/** Notices go out together: each transaction that notifies keeps every other one of the database waiting while it commits. */
const GATHER = 10;
const MAX_GATHERED = 500;
const CHECK_EVERY = 20_000;
const PONG_WITHIN = 3000;
const RETRY_FIRST = 250;
const RETRY_MOST = 10_000;
/** Where the connection works and nothing is heard, it is a pool's, and will be so in a minute too. */
const RETRY_DEAF_MS = 10 * 60_000;

/** A payment that changed. It carries ids only: whoever hears of it reads the payment. */
export interface PaymentNotification {
  readonly id: PaymentId;
  readonly order: OrderReference;
}

/** What a {@link Notifications} calls. */
export interface NotificationHandlers {
  /** Another instance changed this payment. */
  onNotification(notice: PaymentNotification): void;
  /** From now on notices are heard; what changed before this moment may have been missed. */
  onListening(): void;
}

/** Carries word of changes from instance to instance. What gets lost is made up for by reading again now and then. */
export interface Notifications {
  start(handlers: NotificationHandlers): void;
  /** Tells the other instances. */
  post(notice: PaymentNotification): void;
  /** Whether notices of others are heard at present. */
  isListening(): boolean;
  /** Posts what is left, and listens no more. */
  stop(): Promise<void>;
}

/** What {@link createNotifications} takes. */
export interface NotificationsOptions {
  readonly url: string;
  readonly store: Store;
  readonly log: Log;
}

/** Notices by LISTEN and NOTIFY, on a connection of its own. It finds out by itself whether they arrive: behind PgBouncer in transaction mode none do. */
export function createNotifications({ url, store, log }: NotificationsOptions): Notifications {
  const self = randomBytes(9).toString('base64url');
  let handlers: NotificationHandlers | undefined;
  let listener: Listener | undefined;
  let retry: NodeJS.Timeout | undefined;
  let failures = 0;
  const gathered = new Map<PaymentId, PaymentNotification>();
  let gathering: NodeJS.Timeout | undefined;
  let posting = Promise.resolve();

  function notify(texts: readonly string[]): Promise<unknown> {
    return sql`select pg_notify(${CHANNEL}, notice) from unnest(${texts}::text[]) as notice`.execute(store.db);
  }

  function flush(): void {
    clearTimeout(gathering);
    gathering = undefined;
    if (gathered.size === 0) return;
    const texts = [...gathered.values()].map(({ id, order }) => `${self} ${id} ${order}`);
    gathered.clear();
    posting = posting
      .then(() => notify(texts))
      .then(
        () => undefined,
        (error: unknown) =>
          log.warn({ err: error, notices: texts.length }, 'other instances could not be told of changes; they read them later'),
      );
  }

  function connect(): void {
    let isDone = false;
    listener = listen(url, {
      self,
      ping: (text) => notify([text]),
      onNotification: (notice) => handlers?.onNotification(notice),
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
          reason === 'deaf' ? RETRY_DEAF_MS : Math.min(RETRY_MOST, RETRY_FIRST * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
        log.warn({ reason, againInMs: Math.round(delay) }, 'changes by other instances are not heard; they are read every two seconds');
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
    post(notice) {
      if (handlers === undefined) return;
      gathered.set(notice.id, notice);
      if (gathered.size >= MAX_GATHERED) flush();
      else gathering ??= setTimeout(flush, GATHER);
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

interface ListenerOptions {
  readonly self: string;
  ping(text: string): Promise<unknown>;
  onNotification(notice: PaymentNotification): void;
  onListening(): void;
  /** It ended: the connection broke, or nothing is heard on it. */
  onEnd(reason: 'broken' | 'deaf'): void;
}

interface Listener {
  isListening(): boolean;
  close(): Promise<void>;
}

/** One connection that listens, for as long as it does. */
function listen(url: string, { self, ping, onNotification, onListening, onEnd }: ListenerOptions): Listener {
  const client = new pg.Client(postgresConnection(url));
  const call = `${self} ping ${randomBytes(6).toString('base64url')}`;
  let isListening = false;
  let wasListening = false;
  let timer: NodeJS.Timeout | undefined;

  function end(reason: 'broken' | 'deaf'): void {
    clearTimeout(timer);
    isListening = false;
    client.end().catch(() => undefined);
    onEnd(reason);
  }

  /** A call to ourselves goes the way of every notice: if it comes back, others' do too. */
  function check(): void {
    ping(call).catch(() => end('broken'));
    timer = setTimeout(() => end(wasListening ? 'broken' : 'deaf'), PONG_WITHIN);
    timer.unref();
  }

  client.on('error', () => end('broken'));
  client.on('end', () => end('broken'));
  client.on('notification', ({ payload = '' }) => {
    if (payload === call) {
      clearTimeout(timer);
      timer = setTimeout(check, CHECK_EVERY);
      timer.unref();
      if (!isListening) onListening();
      isListening = true;
      wasListening = true;
      return;
    }
    const [from, id, ...order] = payload.split(' ');
    if (from !== self && id !== undefined && id !== 'ping')
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
