import type { PaymentStatus } from '@tsena/shared/checkout';
import { OPEN_STATUSES } from '../rules/stateMachine.ts';
import type { Reader } from './reads.ts';

/** The work that is not done yet. Every figure is read from an index of open rows, so final payments cost nothing. */
export interface Backlog {
  readonly payments: ReadonlyMap<PaymentStatus, number>;
  /** For how long the most overdue status check has been due, ms; 0 if none is due. */
  readonly checkOverdueMs: number;
  readonly webhooks: ReadonlyMap<'pending' | 'failed', number>;
  /** The age of the oldest pending webhook, ms; 0 if there is none. */
  readonly oldestWebhookMs: number;
  /** The kinds of e-mails that are being sent or tried again, and those of which something was refused or given up. */
  readonly mails: ReadonlyMap<'pending' | 'failed', number>;
  /** For how long e-mails could not be sent, ms; 0 if the last attempts did not fail. */
  readonly mailsFailingMs: number;
}

/** Reads the {@link Backlog} as of `now`, ms since 1970. */
export async function readBacklog(db: Reader, now: number): Promise<Backlog> {
  const payments = await db
    .selectFrom('payments')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('status', 'in', OPEN_STATUSES)
    .groupBy('status')
    .execute();
  const due = await db
    .selectFrom('payments')
    .select('next_check_at')
    .where('next_check_at', '<=', now)
    .orderBy('next_check_at')
    .limit(1)
    .executeTakeFirst();
  const [webhooks, mails] = [await readWebhooks(db, now), await readMails(db, now)];
  return {
    payments: new Map(payments.map(({ status, count }) => [status, Number(count)])),
    checkOverdueMs: due === undefined ? 0 : Math.max(0, now - Number(due.next_check_at)),
    webhooks: webhooks.counts,
    oldestWebhookMs: webhooks.oldestMs,
    ...mails,
  };
}

async function readWebhooks(db: Reader, now: number) {
  const rows = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count'), fn.min('created_at').as('oldest')])
    .where('status', 'in', ['pending', 'failed'])
    .groupBy('status')
    .$narrowType<{ status: 'pending' | 'failed' }>()
    .execute();
  const oldest = rows.find(({ status }) => status === 'pending')?.oldest;
  return {
    counts: new Map(rows.map(({ status, count }) => [status, Number(count)])),
    oldestMs: oldest === undefined ? 0 : Math.max(0, now - Number(oldest)),
  };
}

async function readMails(db: Reader, now: number): Promise<Pick<Backlog, 'mails' | 'mailsFailingMs'>> {
  const kinds = await db.selectFrom('mail_kinds').select(['failing_since', 'failed_at', 'lease_until']).execute();
  const pending = kinds.filter(({ failing_since, lease_until }) => failing_since !== null || lease_until !== null);
  const failed = kinds.filter(({ failed_at }) => failed_at !== null);
  const since = Math.min(now, ...kinds.flatMap(({ failing_since }) => failing_since ?? []));
  return {
    mails: new Map([
      ['pending', pending.length],
      ['failed', failed.length],
    ]),
    mailsFailingMs: now - since,
  };
}
