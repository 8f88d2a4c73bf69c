import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FaultRule } from '@tsena/sandbox';
import { createDatabase, startPostgres } from '@tsena/testkit/postgres';
import { openStore, type Store } from '../../src/database/store.ts';
import { startStack } from '../support/stack.ts';
import { whenDelivered } from './comeToRest.ts';
import { countBy } from './countBy.ts';
import { judge, KEEP_ALL } from './faultyWorld.ts';
import type { ProofSize } from './proof.ts';
import { waitUntil } from './waitUntil.ts';

const AT_ONCE = 24;
/** How long a payment may take at rest, beside all the others. */
const REST_WITHIN_MS = { least: 60_000, each: 500 } as const;
/** The operator completes each debit at once, loses the answer, and calls back 0 to 25 ms after it got the request. */
const FAULTS: readonly FaultRule[] = [
  { on: 'initiate', do: 'accept-then-status', value: 500, probability: 0.5 },
  { on: 'initiate', do: 'accept-then-reset' },
  ...[25, 20, 15, 10, 5].map(
    (value, index) => ({ on: 'callback', do: 'delay', value, probability: 1 / (6 - index) }) as const,
  ),
];

/**
 * Loses the answer of each initiation at the moment of its callback, on each database. Each payment must be completed.
 */
export async function runLostAnswersTest(options: ProofSize) {
  const folder = mkdtempSync(join(tmpdir(), 'tsena-'));
  const postgres = await startPostgres();
  try {
    const onSqlite = await payWithoutAnswers(`file:${join(folder, 'tsena.db')}`, options);
    const onPostgres = await payWithoutAnswers(await createDatabase(postgres.url), options);
    const violations = [...onSqlite.violations, ...onPostgres.violations];
    return { sqlite: onSqlite.byStatus, postgres: onPostgres.byStatus, violations };
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function payWithoutAnswers(databaseUrl: string, { size: payments, seed, progress }: ProofSize) {
  const stack = await startStack({
    env: { DATABASE_URL: databaseUrl },
    sandbox: { dialect: 'live', seed, faults: FAULTS, autoApproveMs: 0, ...KEEP_ALL },
  });
  let store: Store | undefined;
  try {
    let next = 0;
    const violations: string[] = [];
    const acknowledged: string[] = [];
    async function shop(): Promise<void> {
      while (next < payments) {
        next += 1;
        const { status, body } = await stack.pay(`ORDER-${next}`);
        if (status === 201) acknowledged.push(body.id);
        else violations.push(`an initiation was answered ${status}`);
        progress?.(next);
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, shop));
    store = await openStore(databaseUrl);
    const open = store.db
      .selectFrom('payments')
      .select('id')
      .where('status', '!=', 'completed')
      .where('next_check_at', 'is not', null);
    const isDue = async () => {
      const due = await open.execute();
      return due.length === 0 ? undefined : `${due.length} are left`;
    };
    violations.push(
      ...(await waitUntil('no payment is due', REST_WITHIN_MS.least + payments * REST_WITHIN_MS.each, isDue)),
    );
    violations.push(...(await whenDelivered(store)));
    const found = await judge(stack, store, { payments: acknowledged }, { unresolved: [], violations });
    const lost = found.payments
      .filter(({ status }) => status !== 'completed')
      .map(({ id, status }) => `${id} ends ${status}`);
    if (found.payments.length !== payments) lost.push(`${found.payments.length} of ${payments} payments were stored`);
    const byStatus = countBy(found.payments.map(({ status }) => status));
    return { byStatus, violations: [...found.violations, ...lost].slice(0, 20) };
  } finally {
    await store?.close();
    await stack.close();
  }
}
