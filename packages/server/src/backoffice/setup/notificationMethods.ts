import type { Reader } from '../../core/storage/reads.ts';

/** How the operator answered the newest initiations that sent a callback address. */
export interface NotificationMethods {
  /** How many of them the operator answered with a notificationMethod. */
  readonly answered: number;
  /** How many of those it answered with `polling`: it will send no callback, although it has an address. */
  readonly polling: number;
}

const NEWEST = 20;
const PERIOD_MS = 24 * 60 * 60_000;

/**
 * Reads the notificationMethod (section 2.3) of the newest initiations of the last 24 hours that sent a callback address.
 *
 * @param now ms since 1970
 */
export async function readNotificationMethods(db: Reader, now: number): Promise<NotificationMethods> {
  const methods = await db
    .selectFrom('payments')
    .select('notification_method')
    .where('created_at', '>=', now - PERIOD_MS)
    .where('callback_hash', 'is not', null)
    .where('notification_method', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(NEWEST)
    .execute();
  return { answered: methods.length, polling: methods.filter((one) => one.notification_method === 'polling').length };
}
