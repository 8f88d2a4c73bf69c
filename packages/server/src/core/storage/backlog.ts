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
  readonly mails: ReadonlyMap<'pending' | 'failed', number>;
  /** The age of the oldest pending e-mail, ms; 0 if there is none. */
  readonly oldestMailMs: number;
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
  const [webhooks, mails] = [await readQueue(db, 'outbox', now), await readQueue(db, 'mails', now)];
  return {
    payments: new Map(payments.map(({ status, count }) => [status, Number(count)])),
    checkOverdueMs: due === undefined ? 0 : Math.max(0, now - Number(due.next_check_at)),
    webhooks: webhooks.counts,
    oldestWebhookMs: webhooks.oldestMs,
    mails: mails.counts,
    oldestMailMs: mails.oldestMs,
  };
}

async function readQueue(db: Reader, table: 'outbox' | 'mails', now: number) {
  const rows = await db
    .selectFrom(table)
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
