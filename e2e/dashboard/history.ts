import { randomBytes } from 'node:crypto';
import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import type { Dashboard } from './desk.ts';

const DAY = 24 * 60 * 60_000;
const HOUR = 60 * 60_000;
/** How a week goes at a market: Zoma, Friday, is the great day. */
const WEEK = [3, 6, 6, 7, 8, 14, 10] as const;

/** Numbers between 0 and 1 that are the same at every run. */
function* numbers(): Generator<number, never> {
  for (let seed = 7; ; seed = (seed * 48_271) % 2_147_483_647) yield seed / 2_147_483_647;
}

/** Writes a past into the ledger: so many days of takings, and two payments that were left lying. */
export async function writeHistory(desk: Dashboard, days: number): Promise<void> {
  const random = numbers();
  const next = () => random.next().value;
  next();
  const { db } = desk.companion.engine.storage.store;
  let number = 1000;
  await db.transaction().execute(async (work) => {
    const write = async (at: number, amount: number, more: Partial<Record<string, string | number | null>>) => {
      number += 1;
      const id = `pay_${randomBytes(16).toString('base64url')}` as PaymentId;
      const reference = `AT-${number}` as OrderReference;
      await work.insertInto('orders').values({ reference, amount, created_at: at }).execute();
      await work
        .insertInto('payments')
        .values({
          id,
          order_reference: reference,
          attempt: 1,
          sent_attempt: 1,
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
          looks: 1,
          callback_checks: 0,
          reference_attempts: 0,
          submissions_given_back: 0,
          fence: 1,
          ...more,
        })
        .execute();
      await work
        .insertInto('events')
        .values({ payment_id: id, version: 1, at, kind: more.mismatch === undefined ? 'created' : 'details_mismatch', data: '{}' })
        .execute();
    };
    const midnight = Math.floor((Date.now() + 3 * HOUR) / DAY) * DAY - 3 * HOUR;
    for (let age = days; age >= 1; age -= 1) {
      const day = midnight - age * DAY;
      const count = Math.round((WEEK[new Date(day + 12 * HOUR).getUTCDay()] ?? 6) * (0.6 + 0.8 * next()));
      for (let index = 0; index < count; index += 1) {
        const at = Math.round(day + (7 + 12 * next()) * HOUR);
        const amount = Math.round((2_000 + 90_000 * next() ** 2) / 100) * 100;
        const failed = { status: 'failed', failure_code: 'payment_declined', transaction_id: null, fees: null, verified: null };
        await write(at, amount, next() < 0.12 ? failed : {});
      }
    }
    const open = { status: 'pending', final_at: null, fees: null, verified: null, transaction_id: null };
    await write(midnight - 4 * DAY + 9 * HOUR, 18_500, open);
    await write(midnight - DAY + 15 * HOUR, 64_000, { ...open, mismatch: 'amount,debitParty', next_check_at: Date.now() + 6 * HOUR });
  });
}
