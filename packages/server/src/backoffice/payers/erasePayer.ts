import type { Msisdn } from '@tsena/shared';
import { isFinal, type PaymentId } from '@tsena/shared/checkout';
import type { erasedPayerSchema } from '@tsena/shared/merchant';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { lockPaymentsOf } from '../../core/storage/locks.ts';
import type { Reader } from '../../core/storage/reads.ts';
import type { Storage } from '../../core/storage/storage.ts';
import type { Trx } from '../../database/transaction.ts';
import type { Doer } from '../../http/kit/doer.ts';
import { emptyWriteAheadLog } from '../../maintenance/erasure.ts';
import { recordAudit } from '../shared/auditLog.ts';

/** The digits that all spellings of a number share: without the leading zero. */
const SHARED_DIGITS = 9;
/** It takes about a second. */
const MAX_REWRITTEN_BYTES = 100 * 1024 * 1024;

/** How many payments have lost the number, and how many keep it because they can still change. */
export type ErasedPayer = z.output<typeof erasedPayerSchema>;

/**
 * Erases a payer's number wherever the database has it: in the payments, in texts about them that people or the
 * operator wrote, and in the descriptions of links, also of those that others paid. Amounts, times and references stay.
 * A payment that is not final, or that the poller still checks, needs its number until it has ended.
 *
 * @throws StorageUnavailable if SQLite's write-ahead log cannot be emptied, because another process reads the database.
 *   Try again.
 */
export async function erasePayer(storage: Storage, msisdn: Msisdn, by: Doer): Promise<ErasedPayer> {
  const { store } = storage;
  const erased = await store.transact(async (trx) => {
    const payments = await lockPaymentsOf(storage, trx, msisdn);
    const ended = payments.filter(({ status, next_check_at }) => isFinal(status) && next_check_at === null);
    for (const { id } of ended) await eraseFrom(trx, id, msisdn);
    await eraseFromLinks(trx, msisdn);
    const counts = { payments: ended.length, open: payments.length - ended.length };
    await recordAudit(storage, trx, by, { action: 'payer_erased', changes: { payments: String(counts.payments) } });
    return counts;
  });
  if (store.kind === 'sqlite') {
    await rewriteFile(store.db);
    await emptyWriteAheadLog(store.db);
  }
  return erased;
}

/**
 * Pages can keep copies of rows that once moved. Rewriting a large file would make payments wait: docs/operations.md
 * says what to do there.
 */
async function rewriteFile(db: Reader): Promise<void> {
  const { rows } = await sql<{ readonly bytes: number }>`
    select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(db);
  if ((rows[0]?.bytes ?? 0) > MAX_REWRITTEN_BYTES) return;
  // Its copy of the database is too large for the memory of a small server.
  await sql`pragma temp_store = file`.execute(db);
  await sql`vacuum`.execute(db).finally(() => sql`pragma temp_store = memory`.execute(db));
}

async function eraseFrom(trx: Trx, id: PaymentId, msisdn: Msisdn): Promise<void> {
  await trx.updateTable('payments').set({ msisdn: null, address_hash: null }).where('id', '=', id).execute();
  await redactTexts(trx, id, msisdn);
}

/**
 * The seller may have written the number into a link that nobody paid, or somebody else: its payments have copies of
 * the description.
 */
async function eraseFromLinks(trx: Trx, msisdn: Msisdn): Promise<void> {
  // Finds all that the exact pattern matches, and more.
  const digits = `%${[...msisdn.slice(-SHARED_DIGITS)].join('%')}%`;
  const links = await trx
    .selectFrom('links')
    .select(['id', 'order_reference'])
    .where('description', 'like', digits)
    .execute();
  for (const link of links) {
    await redactRows(trx, 'links', 'id', link.id, ['description'], msisdn);
    const payments = await trx
      .selectFrom('payments')
      .select('id')
      .where(({ or, eb }) => or([eb('link_id', '=', link.id), eb('order_reference', '=', link.order_reference)]))
      .execute();
    for (const { id } of payments) await redactTexts(trx, id, msisdn);
  }
}

async function redactTexts(trx: Trx, id: PaymentId, msisdn: Msisdn): Promise<void> {
  await redactRows(trx, 'payments', 'id', id, ['description', 'failure_reason', 'resolution_reason'], msisdn);
  await redactRows(trx, 'events', 'payment_id', id, ['data'], msisdn);
  await redactRows(trx, 'outbox', 'payment_id', id, ['payload', 'last_error'], msisdn);
  await redactRows(trx, 'refunds', 'payment_id', id, ['reason', 'void_reason'], msisdn);
}

type Texts = Readonly<Record<string, string | null>>;

/** Masks the number in texts of the rows that belong to a payment. */
async function redactRows(
  trx: Trx,
  table: TextTable,
  key: string,
  id: string,
  columns: readonly string[],
  msisdn: Msisdn,
): Promise<void> {
  const { ref } = trx.dynamic;
  const rows = (await trx
    .selectFrom(table)
    .select(columns.map((column) => ref(column)))
    .where(ref(key), '=', id)
    .distinct()
    .execute()) as readonly Texts[];
  for (const row of rows) {
    for (const column of columns) {
      const text = row[column] ?? null;
      const masked = text === null ? null : withoutNumber(column, text, msisdn);
      if (masked === text) continue;
      await trx
        .updateTable(table)
        .set({ [column]: masked })
        .where(ref(key), '=', id)
        .where(ref(column), '=', text)
        .execute();
    }
  }
}

type TextTable = 'payments' | 'links' | 'events' | 'outbox' | 'refunds';

/** Columns with JSON. Its values of these names stay: a shop finds its order by them. */
const JSON_COLUMNS: readonly string[] = ['data', 'payload'];
const KEPT_VALUES: readonly string[] = ['order', 'amount', 'transactionReference', 'transactionId'];

function withoutNumber(column: string, text: string, msisdn: Msisdn): string {
  const spellings = spellingsOf(msisdn);
  const mask = (given: string) => given.replace(spellings, '[msisdn]');
  if (!JSON_COLUMNS.includes(column)) return mask(text);
  const forget = (name: string, value: unknown) =>
    typeof value === 'string' && !KEPT_VALUES.includes(name) ? mask(value) : value;
  return JSON.stringify(JSON.parse(text, forget));
}

/** Matches a number with any signs between its digits, with or without the country's code or the zero. */
function spellingsOf(msisdn: Msisdn): RegExp {
  const digits = [...msisdn.slice(-SHARED_DIGITS)].join('\\D{0,2}');
  return new RegExp(`(?<!\\d)(?:(?:\\+|00)?261\\D{0,3})?(?:0\\D{0,3})?${digits}(?!\\d)`, 'g');
}
