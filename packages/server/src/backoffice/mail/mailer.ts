import type { ReadCurrent } from '../../config/settings.ts';
import { readReasons } from '../../core/rules/reviewReasons.ts';
import { findPayment } from '../../core/storage/reads.ts';
import { countNeedingReview, reviewsSince } from '../../core/storage/reviews.ts';
import type { Storage } from '../../core/storage/storage.ts';
import { createQueueWorker, type QueueWorker } from '../../core/workers/queueWorker.ts';
import type { StoredMail } from '../../database/schema.ts';
import type { Log } from '../../log/log.ts';
import { dailyTotals } from '../shared/totals.ts';
import type { MailContent } from './composeMail.ts';
import { leaseMails, type MailResult, nextMailDue, queueSummaries, releaseMails, writeMailResult } from './mailRows.ts';
import { delayToNextMailAttempt } from './mailSchedule.ts';
import { type Smtp, sendMail } from './smtp.ts';

/** E-mails that this process sends side by side. */
const MAX_SENDING = 2;
/** How soon e-mails of other processes, and of lapsed leases, are noticed, ms. */
const IDLE_MS = 2000;
/** Payments that one e-mail lists. */
const MAX_LISTED = 20;
/** How far the clocks of two instances may differ, ms. */
const CLOCKS_DIFFER_MS = 5000;

/** What {@link createMailer} takes. */
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

/**
 * Makes the worker that queues the summary of each day and sends the merchant's e-mails; it does nothing before
 * `start`. It has its own leases and connections: a mail server that hangs delays neither payments nor webhooks.
 */
export function createMailer(options: MailerOptions): QueueWorker {
  const { storage, smtp, current, log, random, stopped, onSent, onAttempted } = options;
  let queuedTo: string | undefined;

  async function send(row: StoredMail): Promise<void> {
    const line = { mail: row.id, kind: row.kind, deliveryAttempt: row.delivery_attempts + 1 };
    const content = await readContent(storage, row);
    if (content === undefined) {
      await writeMailResult(storage, row, { status: 'dropped' });
      log.info(line, 'e-mail dropped: there is nothing to report');
      return;
    }
    const attempt = { id: `${row.id}.${row.revision}`, date: storage.clock.now(), signal: stopped };
    const result = await sendMail(smtp, current(), content, attempt);
    if (result.kind === 'sent') {
      onSent();
      await writeMailResult(storage, row, { status: 'sent' });
      log.info(line, 'e-mail sent');
      onAttempted('sent');
      return;
    }
    const { error } = result;
    const age = storage.clock.now() - row.created_at;
    const delay = result.kind === 'refused' ? null : delayToNextMailAttempt(row.delivery_attempts + 1, age, random());
    const next: MailResult =
      delay === null
        ? { status: 'failed', error }
        : { status: 'pending', error, nextAttemptAt: storage.clock.now() + delay };
    await writeMailResult(storage, row, next);
    if (delay === null) log.error({ ...line, error }, 'e-mail failed: no further attempt');
    else log.warn({ ...line, error, nextAttemptInMs: delay }, 'e-mail not sent');
    onAttempted(delay === null ? 'failed' : 'retried');
  }

  return createQueueWorker<StoredMail>({
    queue: {
      async lease(limit) {
        queuedTo = await queueSummaries(storage, queuedTo);
        return leaseMails(storage, limit);
      },
      async untilNextDue() {
        const next = await nextMailDue(storage);
        return next === undefined ? undefined : next - storage.clock.now();
      },
      release: () => releaseMails(storage),
    },
    maxSideBySide: MAX_SENDING,
    idleMs: IDLE_MS,
    work: send,
    onWorkError: (error, row) =>
      log.error(
        { err: error, mail: row.id },
        'could not write the result of an e-mail; it is sent again under the same Message-ID',
      ),
    onQueueError: (error) => log.error({ err: error }, 'could not read the queue of e-mails'),
  });
}

/** What an e-mail reports, as the database is now; undefined if there is nothing to report any more. */
async function readContent(
  { store: { db } }: Storage,
  { kind, payment_id, day, created_at }: StoredMail,
): Promise<MailContent | undefined> {
  if (kind === 'link_paid') {
    const payment = payment_id === null ? undefined : await findPayment(db, payment_id);
    if (payment === undefined) return undefined;
    const { description, transaction_id, final_at, updated_at } = payment;
    return { kind, payment, description, transactionReference: transaction_id, paidAt: final_at ?? updated_at };
  }
  if (kind === 'review_required') {
    const { count, payments } = await reviewsSince(db, created_at - CLOCKS_DIFFER_MS, MAX_LISTED);
    if (count === 0) return undefined;
    const listed = payments.map((payment) => ({
      ...payment,
      differences: payment.differences?.split(',') ?? null,
      reasons: readReasons(payment),
    }));
    return { kind, count, listed, total: await countNeedingReview(db) };
  }
  if (day === null) return undefined;
  const { total } = await dailyTotals(db, day, day);
  if (total.completed === 0 && total.failed === 0 && total.refunded === '0') return undefined;
  return { kind, day, totals: total, needingReview: await countNeedingReview(db) };
}
