import type { Settings } from '../../config/settings.ts';
import type { Reader } from '../../core/storage/reads.ts';
import { readNewestBackup } from '../../maintenance/backupRecords.ts';
import { checkCallbacksAccepted } from './callbacksAccepted.ts';
import { type SetupFinding, setupFinding } from './finding.ts';
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
function withoutNotificationMethod({ level }: SetupFinding): SetupFinding {
  return level === 'ok'
    ? setupFinding('callbacks_accepted', 'ok', 'callbacks_accepted')
    : setupFinding('callbacks_accepted', 'warn', 'callbacks_unknown');
}

async function checkWebhookAnswered({ db, settings, webhooksEnabled }: RecordedChecksOptions): Promise<SetupFinding> {
  const name = 'webhook_answered';
  if (!webhooksEnabled) return setupFinding(name, 'warn', 'webhook_off');
  const answer = await readWebhookAnswer(db);
  if (answer === 'none') return setupFinding(name, 'warn', 'webhook_none');
  if (answer === 'failing') return setupFinding(name, 'fail', 'webhook_failing');
  const isUnencrypted = settings.operator.environment === 'production' && settings.webhook?.url.startsWith('http:') === true;
  return isUnencrypted ? setupFinding(name, 'warn', 'webhook_unencrypted') : setupFinding(name, 'ok', 'webhook_delivered');
}

async function checkCallbackSeen({ db, settings }: RecordedChecksOptions): Promise<SetupFinding> {
  const name = 'callback_seen';
  if ((settings.callbackBaseUrl ?? settings.publicUrl) === null) return setupFinding(name, 'warn', 'callback_off');
  const { isReceived, endedWithout } = await readCallbackReceipts(db);
  if (isReceived) return setupFinding(name, 'ok', 'callback_received');
  if (endedWithout < CALLBACKS_MISSING_FROM) return setupFinding(name, 'warn', 'callback_none');
  return setupFinding(name, 'warn', 'callback_missing', { values: { payments: endedWithout } });
}

/** A database that takes real money needs a backup; one of the sandbox can do without. */
async function checkBackup({ db, settings, now }: RecordedChecksOptions): Promise<SetupFinding> {
  const name = 'backup';
  const newest = await readNewestBackup(db);
  if (newest === null) return setupFinding(name, settings.operator.environment === 'production' ? 'fail' : 'warn', 'backup_none');
  const age = Math.max(0, now - newest);
  if (age > BACKUP_OLD_AFTER_MS) return setupFinding(name, 'warn', 'backup_old', { values: { days: Math.floor(age / DAY_MS) } });
  return setupFinding(name, 'ok', 'backup_recent', { values: { hours: Math.floor(age / HOUR_MS) } });
}

const PAID = {
  verified: ['ok', 'payment_verified'],
  unverified: ['warn', 'payment_unverified'],
  none: ['warn', 'payment_none'],
} as const;

async function checkRehearsals(db: Reader): Promise<SetupFinding[]> {
  const { paid, isDeclined, isLate } = await readRehearsals(db);
  const [level, reason] = PAID[paid];
  return [
    setupFinding('first_payment', level, reason),
    isDeclined ? setupFinding('declined_payment', 'ok', 'decline_seen') : setupFinding('declined_payment', 'warn', 'decline_none'),
    isLate ? setupFinding('late_payment', 'ok', 'late_seen') : setupFinding('late_payment', 'warn', 'late_none'),
  ];
}
