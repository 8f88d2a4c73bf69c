import type { StatementPage, StatementRowPage } from '@tsena/shared/merchant';
import { STORES } from '@tsena/testkit/stores';
import { beforeEach, describe, expect, it } from 'vitest';
import { crashAt } from '../../../test/support/crashAt.ts';
import { asMerchant, statementForm } from '../../../test/support/merchant.ts';
import { seedPayment } from '../../../test/support/seed.ts';
import { startStack } from '../../../test/support/stack.ts';
import { useForEach } from '../../../test/support/use.ts';

/** More rows than are stored at once. */
const ROWS = 2500;
const LINES = Array.from({ length: ROWS }, (_, index) => `31/01/2026 12:00;${600_000_000 + index};25000`);
const FILE = ['Date;Réf;Montant', ...LINES].join('\r\n');
const COLUMNS = JSON.stringify({ date: 'Date', transactionReference: 'Réf', amount: 'Montant' });
/** Two payments are in the file, and one is not. */
const COUNTS = { rows: ROWS, matched: 2, onlyHere: 1, onlyAtOperator: ROWS - 2, different: 0, refund: 0, ignored: 0 };

describe.each(STORES)('a companion on %s that is killed during an import', (kind) => {
  const stack = useForEach(() => startStack({ store: kind, callbacks: false }));
  beforeEach(async () => {
    const { store } = stack.served.companion.storage;
    for (const transaction_id of ['600000000', '600002499', '700000000']) {
      await seedPayment(store, {
        status: 'completed',
        verified: 1,
        transaction_id,
        final_at: Date.parse('2026-01-31T09:00:00Z'),
      });
    }
  });

  function importInto(url: string): Promise<Response> {
    const body = statementForm(FILE, { columns: COLUMNS });
    return fetch(`${url}/v1/merchant/statements`, { method: 'POST', headers: asMerchant, body });
  }

  const list = async () => (await stack.get<StatementPage>('/v1/merchant/statements', asMerchant)).body.data;
  const payments = () =>
    stack.served.companion.storage.store.db.selectFrom('payments').selectAll().orderBy('id').execute();
  const storedRows = async () => {
    const { db } = stack.served.companion.storage.store;
    const { count } = await db
      .selectFrom('statement_rows')
      .select(db.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  };

  it.each([
    ['import begun', 1, 0],
    ['rows stored', 2, 2000],
    ['rows stored', 3, ROWS + 1],
  ] as const)('at “%s” (%i) shows nothing of it, and the next import is complete', async (step, occurrence, rows) => {
    const before = await payments();
    await crashAt(stack, step, importInto, occurrence);
    expect(await storedRows()).toBe(rows);
    expect(await list()).toEqual([]);

    const again = await importInto(stack.served.url);
    expect([again.status, await again.json()]).toEqual([201, expect.objectContaining(COUNTS)]);
    const [statement, ...others] = await list();
    expect([statement, others]).toEqual([expect.objectContaining(COUNTS), []]);
    const rest = await stack.get<StatementRowPage>(
      `/v1/merchant/statements/${statement?.id}/rows?result=onlyHere`,
      asMerchant,
    );
    expect(rest.body.data.map(({ payment }) => payment?.transactionReference)).toEqual(['700000000']);
    expect(await payments()).toEqual(before);
  });
});
