import type { Reader } from '../../core/storage/reads.ts';

/** How the operator's callbacks arrive. */
export interface CallbackReceipts {
  /** Whether one of the newest payments got a callback. */
  readonly isReceived: boolean;
  /** How many of the newest payments ended without one, although a callback address was sent. */
  readonly endedWithout: number;
}

const NEWEST_PAYMENTS = 50;

/** Reads whether callbacks arrived for the newest payments. */
export async function readCallbackReceipts(db: Reader): Promise<CallbackReceipts> {
  const newest = db
    .selectFrom('payments')
    .select(['id', 'callback_hash', 'final_at', 'sent_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(NEWEST_PAYMENTS)
    .as('newest');
  const payments = await db
    .selectFrom(newest)
    .leftJoin('callbacks', 'callbacks.payment_id', 'newest.id')
    .select(['newest.id', 'newest.final_at', 'callbacks.received_at'])
    .where('newest.callback_hash', 'is not', null)
    .where('newest.sent_at', 'is not', null)
    .execute();
  const isReceived = payments.some(({ received_at }) => received_at !== null);
  return { isReceived, endedWithout: payments.filter(({ final_at, received_at }) => final_at !== null && received_at === null).length };
}

/** How the shop answered the newest webhook that was sent; `none`: nothing was sent yet. */
export type WebhookAnswer = 'delivered' | 'failing' | 'none';

const NEWEST_WEBHOOKS = 50;

/** Reads how the shop answered the newest webhook. */
export async function readWebhookAnswer(db: Reader): Promise<WebhookAnswer> {
  const newest = await db
    .selectFrom('outbox')
    .select(['status', 'delivery_attempts'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(NEWEST_WEBHOOKS)
    .execute();
  const sent = newest.find(({ status, delivery_attempts }) => status !== 'pending' || delivery_attempts > 0);
  if (sent === undefined) return 'none';
  return sent.status === 'delivered' ? 'delivered' : 'failing';
}

/** Which ends of a payment this database has seen. */
export interface Rehearsals {
  /** A payment was completed; `verified`: and its transaction details matched. */
  readonly paid: 'verified' | 'unverified' | 'none';
  /** The operator accepted an initiation and then reported that the payment failed. */
  readonly isDeclined: boolean;
  /** A payment completed at least {@link LATE_MS} after its initiation. */
  readonly isLate: boolean;
}

/** From how long after its initiation a payment counts as approved late, ms. By then a shopper has closed the page. */
const LATE_MS = 60_000;
/** A merchant rehearses first: these payments tell, and the number of payments does not slow the read down. */
const OLDEST_PAYMENTS = 500;

/** Reads which ends of a payment happened among the oldest and newest payments. */
export async function readRehearsals(db: Reader): Promise<Rehearsals> {
  const completed = await readEnded(db, 'completed');
  const failed = await readEnded(db, 'failed');
  const isVerified = completed.some(({ verified }) => verified === 1);
  return {
    paid: isVerified ? 'verified' : completed.length > 0 ? 'unverified' : 'none',
    isDeclined: failed.some(({ server_correlation_id }) => server_correlation_id !== null),
    isLate: completed.some(({ sent_at, final_at }) => sent_at !== null && final_at !== null && final_at - sent_at >= LATE_MS),
  };
}

async function readEnded(db: Reader, status: 'completed' | 'failed') {
  const ended = db
    .selectFrom('payments')
    .select(['verified', 'sent_at', 'final_at', 'server_correlation_id'])
    .where('status', '=', status)
    .limit(OLDEST_PAYMENTS);
  const [oldest, newest] = await Promise.all([
    ended.orderBy('created_at').orderBy('id').execute(),
    ended.orderBy('created_at', 'desc').orderBy('id', 'desc').execute(),
  ]);
  return [...oldest, ...newest];
}
