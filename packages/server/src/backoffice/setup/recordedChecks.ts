import { callbackBase, type Settings } from '../../config/settings.ts';
import type { Reader } from '../../core/storage/reads.ts';
import { readNewestBackup } from '../../maintenance/backupRecords.ts';
import { type SetupFinding, setupFinding } from '../shared/setupFinding.ts';
import { checkApprovalTimes } from './approvalTimes.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** How many of the newest payments and webhooks tell how callbacks arrive and how the shop answers. */
const NEWEST = 50;
/** How many of the newest initiations of the last day tell whether the operator accepts the callback address. */
const NEWEST_INITIATIONS = 20;
/** A backup runs every night; one may be missed or late. */
const BACKUP_OLD_AFTER_MS = 2 * DAY_MS;
/** The polling may find one result or two before their callbacks arrive. */
const CALLBACKS_MISSING_FROM = 3;
/** From how long after its initiation a payment counts as approved late, ms. By then a shopper has closed the page. */
const LATE_MS = 60_000;
/**
 * A merchant rehearses first: the oldest and newest payments tell, and the number of payments does not slow the read
 * down.
 */
const REHEARSED = 500;

/** What the checks of the database need. */
export interface RecordedChecksOptions {
  readonly db: Reader;
  readonly settings: Pick<
    Settings,
    'OPERATOR_ENVIRONMENT' | 'PUBLIC_URL' | 'CALLBACK_BASE_URL' | 'WEBHOOK_URL' | 'ATTEMPT_COOLDOWN_SECONDS'
  >;
  /** Whether events go to a shop or to a host's handler. */
  readonly webhooksEnabled: boolean;
  /** ms since 1970. */
  readonly now: number;
}

/**
 * The checks of what the database has recorded: the shop's answers, callbacks, backups and rehearsed payments. Sends
 * nothing.
 */
export async function runRecordedChecks(options: RecordedChecksOptions): Promise<SetupFinding[]> {
  const callbacks = await checkCallbackSeen(options);
  return [
    await checkWebhookAnswered(options),
    callbacks,
    await checkCallbacksAccepted(options, callbacks.result === 'ok'),
    await checkBackup(options),
    ...(await checkRehearsals(options.db)),
    await checkApprovalTimes(options.db, options.settings.ATTEMPT_COOLDOWN_SECONDS, options.now),
  ];
}

/** How the shop answered the newest webhook that was sent. */
async function checkWebhookAnswered({ db, settings, webhooksEnabled }: RecordedChecksOptions): Promise<SetupFinding> {
  const name = 'webhook_answered';
  if (!webhooksEnabled) return setupFinding(name, 'warning', 'webhook_off');
  const newest = await db
    .selectFrom('outbox')
    .select(['status', 'delivery_attempts'])
    .where('status', '!=', 'no_endpoint')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(NEWEST)
    .execute();
  const sent = newest.find(({ status, delivery_attempts }) => status !== 'pending' || delivery_attempts > 0);
  if (sent === undefined) return setupFinding(name, 'warning', 'webhook_none');
  if (sent.status !== 'delivered') return setupFinding(name, 'failed', 'webhook_failing');
  const isUnencrypted =
    settings.OPERATOR_ENVIRONMENT === 'production' && settings.WEBHOOK_URL?.startsWith('http:') === true;
  return isUnencrypted
    ? setupFinding(name, 'warning', 'webhook_unencrypted')
    : setupFinding(name, 'ok', 'webhook_delivered');
}

/** Whether one of the newest payments got the callback that was asked for. */
async function checkCallbackSeen({ db, settings }: RecordedChecksOptions): Promise<SetupFinding> {
  const name = 'callback_seen';
  if (callbackBase(settings) === null) return setupFinding(name, 'warning', 'callback_off');
  const newest = db
    .selectFrom('payments')
    .select(['id', 'callback_hash', 'final_at', 'sent_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(NEWEST)
    .as('newest');
  const payments = await db
    .selectFrom(newest)
    .leftJoin('callbacks', 'callbacks.payment_id', 'newest.id')
    .select(['newest.final_at', 'callbacks.received_at'])
    .where('newest.callback_hash', 'is not', null)
    .where('newest.sent_at', 'is not', null)
    .execute();
  if (payments.some(({ received_at }) => received_at !== null)) return setupFinding(name, 'ok', 'callback_received');
  const ended = payments.filter(({ final_at }) => final_at !== null).length;
  if (ended < CALLBACKS_MISSING_FROM) return setupFinding(name, 'warning', 'callback_none');
  return setupFinding(name, 'warning', 'callback_missing', { values: { payments: ended } });
}

/**
 * Whether the operator accepts the callback address, by the notificationMethod (section 2.3) of the newest initiations
 * that sent one. If none has it, a callback that arrived proves it too.
 */
async function checkCallbacksAccepted(
  { db, now }: RecordedChecksOptions,
  isCallbackSeen: boolean,
): Promise<SetupFinding> {
  const name = 'callbacks_accepted';
  const methods = await db
    .selectFrom('payments')
    .select('notification_method')
    .where('created_at', '>=', now - DAY_MS)
    .where('callback_hash', 'is not', null)
    .where('notification_method', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(NEWEST_INITIATIONS)
    .execute();
  const answered = methods.length;
  if (answered === 0) {
    return isCallbackSeen
      ? setupFinding(name, 'ok', 'callbacks_accepted')
      : setupFinding(name, 'warning', 'callbacks_unknown');
  }
  const polling = methods.filter(({ notification_method }) => notification_method === 'polling').length;
  if (polling === 0) return setupFinding(name, 'ok', 'callbacks_accepted');
  return setupFinding(name, 'warning', 'callbacks_declined', { values: { polling, answered } });
}

/** A database that takes real money needs a backup; one of the sandbox can do without. */
async function checkBackup({ db, settings, now }: RecordedChecksOptions): Promise<SetupFinding> {
  const name = 'backup';
  const newest = await readNewestBackup(db);
  if (newest === null)
    return setupFinding(name, settings.OPERATOR_ENVIRONMENT === 'production' ? 'failed' : 'warning', 'backup_none');
  const age = Math.max(0, now - newest);
  if (age > BACKUP_OLD_AFTER_MS)
    return setupFinding(name, 'warning', 'backup_old', { values: { days: Math.floor(age / DAY_MS) } });
  return setupFinding(name, 'ok', 'backup_recent', { values: { hours: Math.floor(age / HOUR_MS) } });
}

/** Which ends of a payment this database has seen. */
async function checkRehearsals(db: Reader): Promise<SetupFinding[]> {
  const completed = await readEnded(db, 'completed');
  const failed = await readEnded(db, 'failed');
  const isVerified = completed.some(({ verified }) => verified === 1);
  // The operator accepted the initiation and then reported a failure, of which it often gives no reason.
  const isDeclined = failed.some(
    ({ server_correlation_id, failure_code }) =>
      server_correlation_id !== null && (failure_code === 'payment_declined' || failure_code === 'payment_failed'),
  );
  const isLate = completed.some(
    ({ sent_at, final_at }) => sent_at !== null && final_at !== null && final_at - sent_at >= LATE_MS,
  );
  return [
    isVerified
      ? setupFinding('first_payment', 'ok', 'payment_verified')
      : setupFinding('first_payment', 'warning', completed.length > 0 ? 'payment_unverified' : 'payment_none'),
    isDeclined
      ? setupFinding('declined_payment', 'ok', 'decline_seen')
      : setupFinding('declined_payment', 'warning', 'decline_none'),
    isLate ? setupFinding('late_payment', 'ok', 'late_seen') : setupFinding('late_payment', 'warning', 'late_none'),
  ];
}

async function readEnded(db: Reader, status: 'completed' | 'failed') {
  const ended = db
    .selectFrom('payments')
    .select(['verified', 'sent_at', 'final_at', 'server_correlation_id', 'failure_code'])
    .where('status', '=', status)
    .limit(REHEARSED);
  const [oldest, newest] = await Promise.all([
    ended.orderBy('created_at').orderBy('id').execute(),
    ended.orderBy('created_at', 'desc').orderBy('id', 'desc').execute(),
  ]);
  return [...oldest, ...newest];
}
