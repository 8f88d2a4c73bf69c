import { join } from 'node:path';
import { listPayments } from '@tsena/server/internal/backoffice/payments/paymentRows';
import { applyDecision } from '@tsena/server/internal/core/payments/applyDecision';
import { leaseDue } from '@tsena/server/internal/core/storage/leases';
import { findPayment } from '@tsena/server/internal/core/storage/reads';
import type { Storage } from '@tsena/server/internal/core/storage/storage';
import type { Cursor } from '@tsena/server/internal/database/page';
import { openStore, type Store } from '@tsena/server/internal/database/store';
import type { Msisdn } from '@tsena/shared';
import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import { createDatabase, startPostgres } from '@tsena/testkit/postgres';
import { type Context, type Figure, less, type Section } from '../figures.ts';
import { afterRow, temporaryFolder } from '../processes.ts';
import { seedPostgres, seedSqlite } from '../seed.ts';
import { alternate, median } from '../statistics.ts';

const LEASE_MS = 12_000;
const LEASED = 16;
const PAGE = 50;
const READS_AT_ONCE = 20;
const ASKED = 4000;

const OPERATIONS = {
  read: 'one payment by its id',
  lease: `leasing the ${LEASED} that are due first`,
  settle: 'writing the result of one',
  newest: `the newest page of ${PAGE}`,
  middle: `a page of ${PAGE} in the middle`,
} as const;

/** One database with so many payments: runs each operation on it, and says how long it took, ms. */
type Sized = Readonly<Record<keyof typeof OPERATIONS, () => Promise<number>>>;

async function timed(work: () => Promise<unknown>, times = 1): Promise<number> {
  const began = performance.now();
  for (let count = 0; count < times; count += 1) await work();
  return (performance.now() - began) / times;
}

async function measurable(store: Store, count: number): Promise<Sized> {
  const { db } = store;
  afterRow(() => store.close());
  const storage: Storage = {
    store,
    clock: { now: Date.now },
    owner: 'bench',
    webhooks: { environment: 'sandbox', partnerName: 'Tsena', cooldownMs: 180_000, hasEndpoint: false, endpoint: null },
  };
  // Spread over all rows, and more than will be asked for: hardly any is read twice.
  const every = Math.max(1, Math.floor(count / ASKED));
  const orders = Array.from(
    { length: Math.min(count, ASKED) },
    (_, index) => `ORDER-${index * every + 1}` as OrderReference,
  );
  const ids = await db.selectFrom('payments').select('id').where('order_reference', 'in', orders).execute();
  let next = 0;
  const anId = (): PaymentId => {
    next = (next + 1) % ids.length;
    const row = ids[next];
    if (row === undefined) throw new Error('the database is empty');
    return row.id;
  };
  const pending = await db.selectFrom('payments').select('id').where('status', '=', 'pending').execute();
  const halfway = await db
    .selectFrom('payments')
    .select(['id', 'created_at'])
    .orderBy('created_at')
    .offset(count / 2)
    .limit(1)
    .executeTakeFirstOrThrow();
  const middle: Cursor = { id: halfway.id, createdAt: halfway.created_at };
  return {
    read: () => timed(() => findPayment(db, anId()), READS_AT_ONCE),
    async lease() {
      let leased: readonly { id: PaymentId }[] = [];
      const took = await timed(async () => {
        leased = await leaseDue(storage, LEASE_MS, LEASED);
      });
      if (leased.length !== LEASED) throw new Error(`leased ${leased.length} payments`);
      const ids = leased.map(({ id }) => id);
      // As it was before, so that each lease finds the same rows.
      await db
        .updateTable('payments')
        .set({ lease_owner: null, lease_until: null, next_check_at: Date.now() - 1 })
        .where('id', 'in', ids)
        .execute();
      return took;
    },
    async settle() {
      const due = pending.shift();
      if (due === undefined) throw new Error('nothing is pending');
      pending.push(due);
      const { id } = due;
      const { fence, server_correlation_id: serverCorrelationId } = (await findPayment(db, id)) ?? {
        fence: 0,
        server_correlation_id: '',
      };
      const answer = { kind: 'state', state: 'failed', operatorStatus: 'failed', objectReference: null } as const;
      const status = { serverCorrelationId: serverCorrelationId ?? '', isNamedByCallback: false, answer };
      const took = await timed(() =>
        applyDecision(storage, id, {
          kind: 'evidence',
          fence,
          status,
          transactions: [],
          partnerMsisdn: '0343500004' as Msisdn,
        }),
      );
      await db.updateTable('payments').set({ status: 'pending' }).where('id', '=', id).execute();
      return took;
    },
    newest: () => timed(() => listPayments(db, {}, PAGE)),
    middle: () => timed(() => listPayments(db, {}, PAGE, middle)),
  };
}

/** What a read, taking leases, a completion and a list page cost in a small and a large database. */
export async function measureGrowth({ quick, log }: Context): Promise<Section> {
  const [small, large] = [1000, quick ? 20_000 : 1_000_000];
  const rounds = quick ? 20 : 100;
  const postgres = await startPostgres();
  afterRow(() => postgres.stop());
  const figures: Figure[] = [];
  for (const kind of ['SQLite', 'PostgreSQL'] as const) {
    const databases: Sized[] = [];
    for (const size of [small, large]) {
      const began = performance.now();
      const file = join(temporaryFolder(), 'tsena.db');
      const url = kind === 'SQLite' ? `file:${file}` : await createDatabase(postgres.url);
      if (kind === 'SQLite') await seedSqlite(file, size);
      else await seedPostgres(url, size);
      log(
        `${kind}: ${size.toLocaleString('en')} payments laid down in ${((performance.now() - began) / 1000).toFixed(1)} s`,
      );
      databases.push(await measurable(await openStore(url), size));
    }
    for (const [operation, what] of Object.entries(OPERATIONS) as [keyof typeof OPERATIONS, string][]) {
      const costs = await alternate(
        rounds,
        10,
        databases.map((database) => database[operation]),
      );
      const [baseline = Number.NaN, value = Number.NaN] = costs.map(median);
      figures.push(less(`${kind}: ${what}`, 'ms', { value, baseline }, '', { ratio: 1.3 }));
    }
  }
  return {
    title: `Cost with ${large.toLocaleString('en')} payments, beside ${small.toLocaleString('en')}`,
    figures,
    note: `The functions of the storage layer, on both databases in turn, ${rounds} rounds. 500 payments wait for a status check. SQLite writes durably; PostgreSQL runs without fsync here.`,
  };
}
