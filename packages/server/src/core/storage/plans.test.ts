import Sqlite from 'better-sqlite3';
import { afterEach, expect, it } from 'vitest';
import { asMerchant } from '../../../test/support/merchant.ts';
import { type Stack, startStack } from '../../../test/support/stack.ts';

const { prepare } = Sqlite.prototype;
const prepared = new Set<string>();
let stack: Stack;
afterEach(async () => {
  Sqlite.prototype.prepare = prepare;
  await stack.close();
});

/** Records every statement that is prepared from now on. */
function recordStatements(): void {
  prepared.clear();
  Sqlite.prototype.prepare = new Proxy(prepare, {
    apply(target, database, [text, ...rest]) {
      prepared.add(text);
      return Reflect.apply(target, database, [text, ...rest]);
    },
  });
}

/** The steps of the database's plan for each statement that was recorded. */
function readPlans(): { readonly step: string; readonly text: string }[] {
  const file = new Sqlite(stack.env.DATABASE_URL?.slice('file:'.length));
  const texts = [...prepared].filter((text) => /^(select|update|delete|with) /.test(text));
  const plans = texts.flatMap((text) => {
    const values = (text.match(/\?/g) ?? []).map(() => 1);
    const plan = file.prepare<unknown[], { detail: string }>(`explain query plan ${text}`).all(...values);
    return plan.map(({ detail: step }) => ({ step, text }));
  });
  file.close();
  return plans;
}

/**
 * Steps that read all rows of a table, or all rows with a status that most rows end in. In outbox_by_due, the first row
 * is enough.
 */
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
  stack = await startStack({ env: { LIMIT_PER_MSISDN: '100/1h', LIMIT_PER_IP: '100/1h', RETAIN_DAYS: '30' } });
  // Migrations have run before, because they may read all rows once; so may a stop.
  await stack.served.stop();
  recordStatements();
  await stack.restart();
  const { id } = (await stack.pay('ORDER-1')).body;
  stack.sandbox.approve(stack.sandbox.transactions()[0]?.serverCorrelationId ?? '');
  await stack.until(id, 'completed');
  await stack.get('/v1/checkout', { Authorization: `Bearer ${await stack.mint({ sub: 'ORDER-1', amount: '25000' })}` });

  const growing = readPlans()
    .filter(({ text }) => !OF_FEW.some((few) => few.test(text)))
    .map(({ step, text }) => `${step}: ${text}`)
    .filter((found) => GROWING.some((pattern) => pattern.test(found.split(': ', 1)[0] ?? '')) && !AHEAD.test(found));
  expect(prepared.size).toBeGreaterThan(25);
  expect(growing).toEqual([]);
});

it('no list of the merchant reads all rows, without the few in an index of their own', async () => {
  stack = await startStack();
  recordStatements();
  for (const query of [
    '',
    '?status=failed',
    '?order=A',
    '?q=AB',
    '?needsReview=true',
    '?limit=1&from=2026-01-01&to=2026-01-31',
  ]) {
    expect((await stack.get(`/v1/merchant/payments${query}`, asMerchant)).status).toBe(200);
  }
  for (const path of [
    ...['', '/totals', '/webhooks', '/webhooks?status=failed'],
    ...['/links', '/links?order=A', '/links?orderPrefix=2026-10%2F&unpaid=true'],
  ]) {
    expect((await stack.get(`/v1/merchant${path}`, asMerchant)).status).toBe(200);
  }
  const few = /INDEX (payments_needing_review|payments_newest|outbox_newest)/;
  expect(prepared.size).toBeGreaterThan(8);
  expect(
    readPlans().filter(({ step }) => /^SCAN (payments|outbox|orders|events|links)/.test(step) && !few.test(step)),
  ).toEqual([]);
});
