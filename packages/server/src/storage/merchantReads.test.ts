import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Msisdn } from '@tsena/shared';
import type { OrderReference } from '@tsena/shared/checkout';
import { type CompiledQuery, Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedPayment } from '../../test/support/seed.ts';
import { countFailedWebhooks, listPayments, listWebhooks } from './merchantReads.ts';
import { countReviews, reviewReasonsAmong } from './reviews.ts';
import type { Schema } from './schema.ts';
import { sqliteDialect } from './sqlite.ts';
import { newPaymentId } from './storage.ts';
import { openStore } from './store.ts';
import { dailyTotals } from './totals.ts';

let folder: string;
let db: Kysely<Schema>;
const queries: CompiledQuery[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tsena-'));
  const file = join(folder, 'tsena.db');
  const store = await openStore(`file:${file}`);
  await store.close();
  db = new Kysely<Schema>({
    dialect: sqliteDialect(file),
    log: ({ query }) => {
      queries.push(query);
    },
  });
});
afterAll(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
});

/** The steps of the database's plan that read a whole table or sort one. */
async function wholeTables(run: () => Promise<unknown>): Promise<string[]> {
  queries.length = 0;
  await run();
  const steps: string[] = [];
  for (const query of [...queries]) {
    const { rows } = await db.executeQuery<{ detail: string }>({ ...query, sql: `explain query plan ${query.sql}` });
    steps.push(...rows.map(({ detail }) => detail));
  }
  expect(steps.length).toBeGreaterThan(0);
  // These indexes contain only the few flagged rows, or give the order of a list with a limit.
  const small = /USING (COVERING )?INDEX (payments_with_differences|payments_unverified|orders_overpaid|payments_newest|outbox_newest)/;
  return steps.filter((step) => /^SCAN (payments|outbox|orders|events)/.test(step) && !small.test(step));
}

const place = { createdAt: 1_770_000_000_000, id: newPaymentId() };
const range = { from: 1_760_000_000_000, to: 1_770_000_000_000 };

describe('the merchant’s reads use an index', () => {
  it.each([
    ['all payments', () => listPayments(db, {}, 50)],
    ['a later page', () => listPayments(db, range, 50, place)],
    ['payments with a status', () => listPayments(db, { status: 'failed' }, 50, place)],
    ['payments of an order', () => listPayments(db, { order: 'A' }, 50)],
    ['payments of a phone number', () => listPayments(db, { msisdn: '0343500003' as Msisdn }, 50)],
    ['payments that need review', () => listPayments(db, { needsReview: true }, 50, place)],
    ['their review reasons', () => reviewReasonsAmong(db, [newPaymentId(), newPaymentId()])],
    ['their counts', () => countReviews(db)],
    ['totals', () => dailyTotals(db, '2026-01-01', '2026-01-31')],
    ['a text that is too short for a part', () => listPayments(db, { q: 'AB', ...range }, 50, place)],
    ['webhooks', () => listWebhooks(db, {}, 50, place)],
    ['webhooks with a status', () => listWebhooks(db, { status: 'failed' }, 50, place)],
    ['the number of failed webhooks', () => countFailedWebhooks(db)],
  ])('%s', async (_name, run) => {
    expect(await wholeTables(run)).toEqual([]);
  });

  it('except the search for a part of an order, which reads the index of the orders', async () => {
    const run = () => listPayments(db, { q: 'ABC', ...range }, 50, place);
    expect(await wholeTables(run)).toEqual([expect.stringMatching(/^SCAN orders USING COVERING INDEX/)]);
  });
});

describe('a part of order references', () => {
  it('finds at most 1,000 orders, and always the order that has exactly this reference', async () => {
    const store = await openStore(`file:${join(folder, 'parts.db')}`);
    const references = ['PART', ...Array.from({ length: 1001 }, (_, index) => `PART-${String(index).padStart(4, '0')}`)];
    for (const reference of references) await seedPayment(store, { order_reference: reference as OrderReference });
    const { rows } = await listPayments(store.db, { q: 'PART' }, 2000);
    expect(rows).toHaveLength(1001);
    const found = rows.map(({ order_reference }) => order_reference);
    expect(found).toEqual(expect.arrayContaining(['PART', 'PART-0001', 'PART-1000']));
    expect(found).not.toContain('PART-0000');
    await store.close();
  });
});
