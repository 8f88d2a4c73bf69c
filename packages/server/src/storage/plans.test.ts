import { emptyDatabase, type TestDatabase } from '@tsena/testkit/stores';
import Sqlite from 'better-sqlite3';
import { afterEach, expect, it } from 'vitest';
import { type Stack, startStack } from '../../test/support/stack.ts';
import { openStore } from './store.ts';

const { prepare } = Sqlite.prototype;
const prepared = new Set<string>();
let database: TestDatabase;
let stack: Stack;
afterEach(async () => {
  Sqlite.prototype.prepare = prepare;
  await stack.close();
  database.remove();
});

/** Records every statement that is prepared from now on. */
function recordStatements(): void {
  Sqlite.prototype.prepare = new Proxy(prepare, {
    apply(target, database, [text, ...rest]) {
      prepared.add(text);
      return Reflect.apply(target, database, [text, ...rest]);
    },
  });
}

/** Steps that read all rows of a table, or all rows with a status that most rows end in. In outbox_by_due, the first row is enough. */
const GROWING = [
  /^SCAN (payments|orders|events|callbacks|outbox)\b/,
  /^SEARCH (payments|outbox) USING (COVERING )?INDEX (?!outbox_by_due)\w+ \(status=\?\)$/,
  /^SEARCH payments USING INDEX payments_by_end\b/,
];
/** Reads of open payments, and of those that need review. These are few. */
const OF_FEW = [/^select count\(\*\)/, /^select "status", count\(\*\)/, /^with "late"/, /^with "polling_stopped"/];
/** At a start: times in the future, of which there are none unless the clock was ahead, and open payments. */
const AHEAD = /^SEARCH payments USING INDEX payments_by_(end|status) \(status=\?( AND final_at>\?)?\): with "ahead"/;

it('no statement reads all payments, orders, events, callbacks or webhooks', async () => {
  // Migrations run first, because they may read all rows once.
  database = await emptyDatabase('sqlite');
  await (await openStore(database.url)).close();
  recordStatements();
  stack = await startStack({ env: { DATABASE_URL: database.url, LIMIT_PER_MSISDN: '100/1h', LIMIT_PER_IP: '100/1h', RETAIN_DAYS: '30' } });
  const { id } = (await stack.pay('ORDER-1')).body;
  stack.sandbox.approve(stack.sandbox.transactions()[0]?.serverCorrelationId ?? '');
  await stack.until(id, 'completed');
  await stack.get('/v1/checkout', { Authorization: `Bearer ${await stack.mint({ sub: 'ORDER-1', amount: '25000' })}` });

  const file = new Sqlite(stack.env.DATABASE_URL?.slice('file:'.length));
  const growing = [...prepared]
    .filter((text) => /^(select|update|delete|with) /.test(text) && !OF_FEW.some((few) => few.test(text)))
    .flatMap((text) => {
      const values = (text.match(/\?/g) ?? []).map(() => 1);
      const plan = file.prepare<unknown[], { detail: string }>(`explain query plan ${text}`).all(...values);
      const steps = plan.map(({ detail }) => detail).filter((step) => GROWING.some((pattern) => pattern.test(step)));
      return steps.map((step) => `${step}: ${text}`).filter((found) => !AHEAD.test(found));
    });
  file.close();
  expect(prepared.size).toBeGreaterThan(25);
  expect(growing).toEqual([]);
});
