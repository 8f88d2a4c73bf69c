import type { Settings } from '../../config/settings.ts';
import type { Reader } from '../../core/storage/reads.ts';
import { readNewestBackup } from '../../maintenance/backupRecords.ts';
import { type SetupFinding, setupFinding } from '../finding.ts';
import { checkCallbacksAccepted } from './callbacksAccepted.ts';
import { readCallbackReceipts, readRehearsals, readWebhookAnswer } from './setupReads.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** A backup runs every night; one may be missed or late. */
const BACKUP_OLD_AFTER_MS = 2 * DAY_MS;
/** The polling may find one result or two before their callbacks arrive. */
const CALLBACKS_MISSING_FROM = 3;

/** What the checks of the database need. */
export interface RecordedChecksOptions {
  readonly db: Reader;
  readonly settings: Pick<Settings, 'operator' | 'webhook' | 'publicUrl' | 'callbackBaseUrl'>;
  /** Whether events go to a shop or to a host's handler. */
  readonly webhooksEnabled: boolean;
  /** ms since 1970. */
  readonly now: number;
}

/** The checks of what the database has recorded: the shop's answers, callbacks, backups and rehearsed payments. Sends nothing. */
export async function runRecordedChecks(options: RecordedChecksOptions): Promise<SetupFinding[]> {
  const { db } = options;
  const callbacks = await checkCallbackSeen(options);
  return [
    await checkWebhookAnswered(options),
    callbacks,
    (await checkCallbacksAccepted(db, options.now)) ?? withoutNotificationMethod(callbacks),
    await checkBackup(options),
    ...(await checkRehearsals(db)),
  ];
}

/** A callback that arrived proves that the operator accepts the address. */
function withoutNotificationMethod({ result }: SetupFinding): SetupFinding {
  return result === 'ok'
    ? setupFinding('callbacks_accepted', 'ok', 'callbacks_accepted')
    : setupFinding('callbacks_accepted', 'warning', 'callbacks_unknown');
}

async function checkWebhookAnswered({ db, settings, webhooksEnabled }: RecordedChecksOptions): Promise<SetupFinding> {
  const name = 'webhook_answered';
  if (!webhooksEnabled) return setupFinding(name, 'warning', 'webhook_off');
  const answer = await readWebhookAnswer(db);
  if (answer === 'none') return setupFinding(name, 'warning', 'webhook_none');
  if (answer === 'failing') return setupFinding(name, 'failed', 'webhook_failing');
  const isUnencrypted = settings.operator.environment === 'production' && settings.webhook?.url.startsWith('http:') === true;
  return isUnencrypted ? setupFinding(name, 'warning', 'webhook_unencrypted') : setupFinding(name, 'ok', 'webhook_delivered');
}

async function checkCallbackSeen({ db, settings }: RecordedChecksOptions): Promise<SetupFinding> {
  const name = 'callback_seen';
  if ((settings.callbackBaseUrl ?? settings.publicUrl) === null) return setupFinding(name, 'warning', 'callback_off');
  const { isReceived, endedWithout } = await readCallbackReceipts(db);
  if (isReceived) return setupFinding(name, 'ok', 'callback_received');
  if (endedWithout < CALLBACKS_MISSING_FROM) return setupFinding(name, 'warning', 'callback_none');
  return setupFinding(name, 'warning', 'callback_missing', { values: { payments: endedWithout } });
}

/** A database that takes real money needs a backup; one of the sandbox can do without. */
async function checkBackup({ db, settings, now }: RecordedChecksOptions): Promise<SetupFinding> {
  const name = 'backup';
  const newest = await readNewestBackup(db);
  if (newest === null) return setupFinding(name, settings.operator.environment === 'production' ? 'failed' : 'warning', 'backup_none');
  const age = Math.max(0, now - newest);
  if (age > BACKUP_OLD_AFTER_MS) return setupFinding(name, 'warning', 'backup_old', { values: { days: Math.floor(age / DAY_MS) } });
  return setupFinding(name, 'ok', 'backup_recent', { values: { hours: Math.floor(age / HOUR_MS) } });
}

const PAID = {
  verified: ['ok', 'payment_verified'],
  unverified: ['warning', 'payment_unverified'],
  none: ['warning', 'payment_none'],
} as const;

async function checkRehearsals(db: Reader): Promise<SetupFinding[]> {
  const { paid, isDeclined, isLate } = await readRehearsals(db);
  const [result, reason] = PAID[paid];
  return [
    setupFinding('first_payment', result, reason),
    isDeclined ? setupFinding('declined_payment', 'ok', 'decline_seen') : setupFinding('declined_payment', 'warning', 'decline_none'),
    isLate ? setupFinding('late_payment', 'ok', 'late_seen') : setupFinding('late_payment', 'warning', 'late_none'),
  ];
}
