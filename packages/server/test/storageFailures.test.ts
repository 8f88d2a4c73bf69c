import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, expect, it, vi } from 'vitest';
import { type ProblemAnswer, type Stack, startStack } from './support/stack.ts';

let stack: Stack;
afterEach(() => stack.close());

function lockDatabase(): () => void {
  const other = new Sqlite(stack.env.DATABASE_URL?.slice('file:'.length) ?? '');
  other.exec('begin immediate');
  return () => {
    other.exec('rollback');
    other.close();
  };
}

async function refusal(order: string): Promise<{ status: number; body: ProblemAnswer }> {
  return (await stack.pay(order)) as unknown as { status: number; body: ProblemAnswer };
}

it('the companion refuses payments while the disk is full, then continues', async () => {
  stack = await startStack();
  const { db } = stack.served.companion.storage.store;
  await sql`pragma max_page_count = 1`.execute(db);
  const acknowledged: string[] = [];
  let refused: { status: number; body: ProblemAnswer } | undefined;
  for (let n = 0; n < 300 && refused === undefined; n += 1) {
    const answer = await stack.pay(`ORDER-${n}`);
    if (answer.status === 201) acknowledged.push(answer.body.id);
    else refused = answer as unknown as { status: number; body: ProblemAnswer };
  }
  expect(refused).toMatchObject({ status: 503, body: { code: 'storage_unavailable' } });
  expect((await stack.get('/healthz')).status).toBe(200);

  await sql`pragma max_page_count = 1000000`.execute(db);
  const after = await stack.pay('ORDER-after');
  expect(after.status).toBe(201);
  acknowledged.push(after.body.id);
  for (const { serverCorrelationId } of stack.sandbox.transactions()) stack.sandbox.approve(serverCorrelationId);
  // Payments that were sent are stored when there is space again; payments that were not sent fail after their lease.
  const ended = await Promise.all(
    acknowledged.map((id) =>
      vi.waitFor(
        async () => {
          const { status } = (await stack.get(`/v1/payments/${id}`)).body;
          expect(['completed', 'failed']).toContain(status);
          return status;
        },
        { timeout: 25_000, interval: 200 },
      ),
    ),
  );
  expect(ended.filter((status) => status === 'completed')).toHaveLength(stack.sandbox.transactions().length);
}, 60_000);

it('the companion sends no payment while the database is locked, then continues', async () => {
  stack = await startStack();
  const unlock = lockDatabase();
  const refused = await refusal('ORDER-1');
  expect(refused).toMatchObject({ status: 503, body: { code: 'storage_unavailable' } });
  expect(stack.sandbox.transactions()).toHaveLength(0);
  unlock();
  expect((await stack.pay('ORDER-1')).status).toBe(201);
});
