import type { OrderReference } from '@tsena/shared/checkout';
import { seedPayments } from '../../packages/server/test/support/seed.ts';
import type { Dashboard } from './openDashboard.ts';

type PastPayment = Parameters<typeof seedPayments>[1][number];

const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;

/** Inserts the payments of the last `days` days, and two older payments that need review. */
export async function insertPastPayments(dashboard: Dashboard, days: number): Promise<void> {
  const payments: PastPayment[] = [];
  const add = (at: number, amount: number, fields: PastPayment = {}) => {
    const number = 1001 + payments.length;
    payments.push({
      order_reference: `AT-${number}` as OrderReference,
      status: 'completed',
      amount,
      payer: `034 •• ••${number % 10} ${String(10 + (number % 83))}`,
      created_at: at,
      sent_at: at + 300,
      final_at: at + 40_000,
      verified: 1,
      fees: String(Math.ceil(amount / 100)),
      transaction_id: String(636_000_000 + number),
      ...fields,
    });
  };
  const midnight = Math.floor((Date.now() + 3 * HOUR_MS) / DAY_MS) * DAY_MS - 3 * HOUR_MS;
  const open = { transaction_id: null, fees: null, verified: null };
  for (let age = days; age >= 1; age -= 1) {
    const day = midnight - age * DAY_MS;
    for (const hour of [8, 11, 12, 15, 18]) {
      const failed = { ...open, status: 'failed', failure_code: 'payment_declined' } as const;
      add(day + hour * HOUR_MS, 1_500 * hour + 700 * age, hour === 12 ? failed : {});
    }
  }
  const pending = { ...open, status: 'pending', final_at: null } as const;
  add(midnight - 4 * DAY_MS + 9 * HOUR_MS, 18_500, pending);
  const mismatch = { differences: 'amount,debitParty', next_check_at: Date.now() + 6 * HOUR_MS };
  add(midnight - DAY_MS + 15 * HOUR_MS, 64_000, { ...pending, ...mismatch });
  await seedPayments(dashboard.companion.storage.store, payments);
}
