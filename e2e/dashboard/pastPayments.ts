import { randomBytes } from 'node:crypto';
import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import type { Dashboard } from './openDashboard.ts';

const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;
/** Inserts the payments of the last `days` days, and two older payments that need review. */
export async function insertPastPayments(dashboard: Dashboard, days: number): Promise<void> {
  const { db } = dashboard.companion.storage.store;
  let number = 1000;
  await db.transaction().execute(async (work) => {
    const insert = async (at: number, amount: number, fields: Partial<Record<string, string | number | null>>) => {
      number += 1;
      const id = `pay_${randomBytes(16).toString('base64url')}` as PaymentId;
      const reference = `AT-${number}` as OrderReference;
      await work.insertInto('orders').values({ reference, amount, created_at: at }).execute();
      await work
        .insertInto('payments')
        .values({
          id,
          order_reference: reference,
          attempt_number: 1,
          sent_attempt_number: 1,
          status: 'completed',
          version: 1,
          amount,
          language: 'mg',
          payer: `034 •• ••${number % 10} ${String(10 + (number % 83))}`,
          correlation_id: randomBytes(12).toString('hex'),
          reference: randomBytes(12).toString('hex'),
          created_at: at,
          updated_at: at,
          sent_at: at + 300,
          final_at: at + 40_000,
          verified: 1,
          fees: String(Math.ceil(amount / 100)),
          transaction_id: String(636_000_000 + number),
          status_checks: 1,
          callback_checks: 0,
          reference_attempts: 0,
          amount_refunded: 0,
          reference_attempts_given_back: 0,
          fence: 1,
          ...fields,
        })
        .execute();
      const [kind, data] =
        typeof fields.differences === 'string'
          ? (['details_mismatch', { fields: fields.differences }] as const)
          : (['created', { after: null }] as const);
      await work
        .insertInto('events')
        .values({ payment_id: id, version: 1, at, kind, data: JSON.stringify(data) })
        .execute();
    };
    const midnight = Math.floor((Date.now() + 3 * HOUR_MS) / DAY_MS) * DAY_MS - 3 * HOUR_MS;
    const failed = { status: 'failed', failure_code: 'payment_declined', transaction_id: null, fees: null, verified: null };
    for (let age = days; age >= 1; age -= 1) {
      const day = midnight - age * DAY_MS;
      for (const hour of [8, 11, 12, 15, 18]) await insert(day + hour * HOUR_MS, 1_500 * hour + 700 * age, hour === 12 ? failed : {});
    }
    const pending = { status: 'pending', final_at: null, fees: null, verified: null, transaction_id: null };
    await insert(midnight - 4 * DAY_MS + 9 * HOUR_MS, 18_500, pending);
    const mismatch = { differences: 'amount,debitParty', next_check_at: Date.now() + 6 * HOUR_MS };
    await insert(midnight - DAY_MS + 15 * HOUR_MS, 64_000, { ...pending, ...mismatch });
  });
}
