import { dayOf, startOfDay } from '@tsena/shared/merchant';
import type { ReadCurrent } from '../../config/settings.ts';
import type { Storage } from '../../core/storage/storage.ts';
import type { StoredMailKind } from '../../database/schema.ts';
import type { Log } from '../../log/log.ts';
import { asOf, type Columns, endMailKinds, isDue, leaseMailKind, readMailKinds, writeMailKind } from './mailKinds.ts';
import { delayToNextMailAttempt, GIVE_UP_AFTER_MS, MIN_ATTEMPTS, WARNING_INTERVAL_MS } from './mailSchedule.ts';
import { LATE_COMMIT_MS, type News, readNews } from './news.ts';
import { type Smtp, sendMail } from './smtp.ts';

/** What the mailer takes. */
export interface MailerOptions {
  readonly storage: Storage;
  readonly smtp: Smtp;
  readonly current: ReadCurrent;
  readonly log: Log;
  /** From 0 to 1, to spread attempts. */
  random(): number;
  /** Aborted when the companion waits no longer for what is in progress. */
  readonly stopped: AbortSignal;
  /** Called when the server has taken an e-mail, before that is written. */
  onSent(): void;
  /** Called when the result of an attempt is written. */
  onAttempted(outcome: 'sent' | 'retried' | 'failed'): void;
}

/** Takes a lease on each kind of e-mails that is due and has something new to report. */
export async function leaseWithNews({ storage, current }: MailerOptions, limit: number): Promise<StoredMailKind[]> {
  if (current().NOTIFY_EMAIL === null) {
    await endMailKinds(storage);
    return [];
  }
  const now = storage.clock.now();
  const leased: StoredMailKind[] = [];
  for (const stored of await readMailKinds(storage)) {
    const row = asOf(stored, now);
    if (!isDue(row, now) || leased.length >= limit) continue;
    const news = await readNews(storage, row);
    if (news.content !== null) leased.push(...(await leaseMailKind(storage, row)));
    else if (isOutdated(stored, news)) await writeMailKind(storage, row, reportedIn(news));
  }
  return leased;
}

/** Sends what is new of a kind, and writes the result. The caller has the lease. */
export async function reportNews(options: MailerOptions, row: StoredMailKind): Promise<void> {
  const { storage, smtp, current, log, stopped, onSent, onAttempted } = options;
  const { kind } = row;
  const news = await readNews(storage, row);
  if (news.content === null) {
    await writeMailKind(storage, row, reportedIn(news));
    return;
  }
  const line = { mail: news.id, kind, deliveryAttempt: row.delivery_attempts + 1 };
  const attempt = { id: news.id, date: storage.clock.now(), signal: stopped };
  const result = await sendMail(smtp, current(), news.content, attempt);
  const now = storage.clock.now();
  const isWarning = kind === 'review_required' || kind === 'shop_failure';
  const next_attempt_at = isWarning ? now + WARNING_INTERVAL_MS : now;
  switch (result.kind) {
    case 'sent':
      onSent();
      await writeMailKind(storage, row, { ...reportedIn(news), next_attempt_at, last_error: null, failed_at: null });
      log.info(line, 'e-mail sent');
      onAttempted('sent');
      return;
    case 'refused': {
      const { error } = result;
      await writeMailKind(storage, row, { ...reportedIn(news), next_attempt_at, last_error: error, failed_at: now });
      log.error({ ...line, error }, 'e-mail failed: the mail server refused it');
      onAttempted('failed');
      return;
    }
    case 'failed':
      await retryLater(options, row, result.error, line);
  }
}

async function retryLater(
  { storage, log, random, onAttempted }: MailerOptions,
  row: StoredMailKind,
  error: string,
  line: object,
): Promise<void> {
  const now = storage.clock.now();
  const failing_since = row.failing_since ?? now;
  const attempts = row.delivery_attempts + 1;
  const delay = delayToNextMailAttempt(attempts, random());
  const givesUp = now - failing_since >= GIVE_UP_AFTER_MS && attempts >= MIN_ATTEMPTS;
  await writeMailKind(storage, row, {
    ...{ delivery_attempts: attempts, failing_since, next_attempt_at: now + delay, last_error: error },
    ...(givesUp ? givenUp(row, now) : { reported_until: row.reported_until }),
  });
  if (givesUp) log.error({ ...line, error }, 'e-mail failed: what is older than three days is not tried again');
  else log.warn({ ...line, error, nextAttemptInMs: delay }, 'e-mail not sent');
  onAttempted(givesUp ? 'failed' : 'retried');
}

/** What is written when nothing is left to report. */
function reportedIn({ after: { reported_until, reported } }: News): Columns {
  return { reported_until, reported, delivery_attempts: 0, failing_since: null };
}

/** The row is brought up to date now and then, so that the next reading has little to read. */
function isOutdated({ reported_until, failing_since }: StoredMailKind, { after }: News): boolean {
  return failing_since !== null || Math.abs(after.reported_until - reported_until) >= LATE_COMMIT_MS;
}

/** What is older than three days is not tried any more. */
function givenUp({ kind, reported_until }: StoredMailKind, now: number): Columns {
  const before = now - GIVE_UP_AFTER_MS;
  const until = kind === 'daily_summary' ? startOfDay(dayOf(before)) : before;
  return { reported_until: Math.max(reported_until, until), failed_at: now };
}
