import type { Payment } from '@tsena/shared/checkout';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { type Answer, startStack } from './support/stack.ts';
import { untilTestEnds } from './support/use.ts';

it('the companion refuses payments while the disk is full, then continues', async () => {
  const stack = await untilTestEnds(startStack());
  const { db } = stack.served.companion.storage.store;
  await sql`pragma max_page_count = 1`.execute(db);
  const acknowledged: string[] = [];
  let refused: Answer<Payment> | undefined;
  for (let n = 0; n < 300 && refused === undefined; n += 1) {
    const answer = await stack.pay(`ORDER-${n}`);
    if (answer.status === 201) acknowledged.push(answer.body.id);
    else refused = answer;
  }
  expect(refused).toMatchObject({ status: 503, body: { code: 'storage_unavailable' } });
  expect((await stack.get('/healthz')).status).toBe(200);

  await sql`pragma max_page_count = 1000000`.execute(db);
  const after = await stack.pay('ORDER-after');
  expect(after.status).toBe(201);
  acknowledged.push(after.body.id);
  for (const { serverCorrelationId } of stack.sandbox.transactions()) stack.sandbox.approve(serverCorrelationId);
  // Payments that were sent are stored when there is space again; payments that were not sent fail after their lease.
  const statusOf = async (id: string) => (await stack.get(`/v1/payments/${id}`)).body.status;
  const isOver = async (id: string) => expect(['completed', 'failed']).toContain(await statusOf(id));
  await Promise.all(acknowledged.map((id) => vi.waitFor(() => isOver(id), { timeout: 25_000, interval: 200 })));
  const ended = await Promise.all(acknowledged.map(statusOf));
  expect(ended.filter((status) => status === 'completed')).toHaveLength(stack.sandbox.transactions().length);
}, 60_000);
