import type { PaymentStatus } from '@tsena/shared/checkout';
import type { Reader } from './reads.ts';
import type { StoredWebhook } from './schema.ts';

/** States in which a payment still waits for something. */
export const OPEN_STATUSES = ['created', 'sending', 'pending', 'unresolved'] as const satisfies readonly PaymentStatus[];

/** What waits in the ledger. Every figure comes from an index over what is open, however many payments are closed. */
export interface Waiting {
  readonly payments: ReadonlyMap<PaymentStatus, number>;
  /** The payment whose look is longest overdue, ms; 0 where none is. */
  readonly lookOverdueMs: number;
  readonly webhooks: ReadonlyMap<StoredWebhook['state'], number>;
  /** Age of the oldest event that the shop does not have yet, ms; 0 where there is none. */
  readonly oldestWebhookMs: number;
}

/** Reads {@link Waiting} as of `now`, ms since 1970. */
export async function readWaiting(db: Reader, now: number): Promise<Waiting> {
  const payments = await db
    .selectFrom('payments')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('status', 'in', OPEN_STATUSES)
    .groupBy('status')
    .execute();
  const due = await db
    .selectFrom('payments')
    .select('next_look_at')
    .where('next_look_at', '<=', now)
    .orderBy('next_look_at')
    .limit(1)
    .executeTakeFirst();
  const webhooks = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count'), fn.min('created_at').as('oldest')])
    .where('state', 'in', ['waiting', 'dead'])
    .groupBy('state')
    .execute();
  const oldest = webhooks.find(({ state }) => state === 'waiting')?.oldest;
  return {
    payments: new Map(payments.map(({ status, count }) => [status, Number(count)])),
    lookOverdueMs: due === undefined ? 0 : Math.max(0, now - Number(due.next_look_at)),
    webhooks: new Map(webhooks.map(({ state, count }) => [state, Number(count)])),
    oldestWebhookMs: oldest === undefined ? 0 : Math.max(0, now - Number(oldest)),
  };
}
