import type { WebhookType } from '@tsena/shared/merchant';
import { sql } from 'kysely';
import { lockEventNumbers } from './locks.ts';
import type { Reader } from './reads.ts';
import type { Storage } from './storage.ts';

/** How many events one transaction numbers: a delivery does not wait for it. */
const NUMBERED_AT_ONCE = 500;
/** Younger events are left to the deliverer, which passes over rows that another transaction has locked, ms. */
const LEFT_TO_DELIVERER_MS = 500;

/** A place before the first event. */
export const START = 'start';

/** A webhook event as those who listen get it. `number` is its place in their order. */
export interface ListenedEvent {
  readonly id: string;
  readonly type: WebhookType;
  readonly payload: string;
  readonly number: number;
}

/** A place in the order of the events: behind this one. */
export type EventPlace = Pick<ListenedEvent, 'id' | 'number'>;

/**
 * Where to read on: behind the event with the id `since`, or behind the newest one without an id. Undefined if there is
 * no such event.
 */
export async function findPlace(storage: Storage, since: string | undefined): Promise<EventPlace | undefined> {
  const start = { id: START, number: 0 };
  if (since === START) return start;
  await numberEvents(storage);
  const numbered = selectNumbered(storage.store.db);
  if (since === undefined) return (await numbered.orderBy('number', 'desc').limit(1).executeTakeFirst()) ?? start;
  return numbered.where('id', '=', since).executeTakeFirst();
}

/** The next events behind a place, in their order. */
export async function readEventsBehind(storage: Storage, number: number, limit: number): Promise<ListenedEvent[]> {
  await numberEvents(storage);
  return selectNumbered(storage.store.db).where('number', '>', number).orderBy('number').limit(limit).execute();
}

function selectNumbered(db: Reader) {
  return db
    .selectFrom('outbox')
    .select(['id', 'type', 'payload', 'number'])
    .where('number', 'is not', null)
    .$narrowType<{ number: number }>();
}

/**
 * Gives each event that has none its number. An event gets it after its own commit, in one transaction at a time: so
 * none becomes visible behind a place that a listener has passed.
 */
async function numberEvents(storage: Storage): Promise<void> {
  while (await hasUnnumbered(storage)) await numberSome(storage);
}

function selectUnnumbered(db: Reader, now: number) {
  return (
    db
      .selectFrom('outbox')
      .select('id')
      .where('number', 'is', null)
      // One of a time to come is from before the clock was set back.
      .where(({ or, eb }) => or([eb('created_at', '<=', now - LEFT_TO_DELIVERER_MS), eb('created_at', '>', now)]))
  );
}

async function hasUnnumbered({ store, clock }: Storage): Promise<boolean> {
  return (await selectUnnumbered(store.db, clock.now()).limit(1).executeTakeFirst()) !== undefined;
}

function numberSome(storage: Storage): Promise<void> {
  return storage.store.transact(async (trx) => {
    await lockEventNumbers(storage, trx);
    const { last } = await trx
      .selectFrom('outbox')
      .select(({ fn }) => fn.max('number').as('last'))
      .executeTakeFirstOrThrow();
    const next = selectUnnumbered(trx, storage.clock.now())
      .orderBy('created_at')
      .orderBy('version')
      .orderBy('id')
      .limit(NUMBERED_AT_ONCE);
    const ids = (await next.execute()).map(({ id }) => id);
    if (ids.length === 0) return;
    const numbers = sql.join(
      ids.map((id, index) => sql`when ${id} then cast(${Number(last ?? 0) + index + 1} as bigint)`),
      sql` `,
    );
    await trx
      .updateTable('outbox')
      .set({ number: sql<number>`case id ${numbers} end` })
      .where('id', 'in', ids)
      .execute();
  });
}
