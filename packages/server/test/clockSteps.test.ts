import { expect, it, vi } from 'vitest';
import { createMovedClock } from './support/movedClock.ts';
import { startStack } from './support/stack.ts';
import { untilTestEnds } from './support/use.ts';

const HOUR = 3_600_000;

it('after the clock of a real PostgreSQL went back by 3600000.85 ms, an approved payment completes and its webhook arrives', async () => {
  const clock = await createMovedClock();
  const stack = await untilTestEnds(startStack({ env: { DATABASE_URL: clock.url }, callbacks: false }));
  const { body: payment } = await stack.pay('ORDER-1');
  expect(payment.status).toBe('pending');
  const now = () => stack.served.companion.storage.clock.now();
  const before = now();
  await clock.set(-3_600_000.85);
  // The companion reads the clock every three seconds. Until then, it checks the payment by the time that it knows.
  await vi.waitFor(() => expect(now()).toBeLessThan(before));
  const [transaction] = stack.sandbox.transactions();
  stack.sandbox.approve(transaction?.serverCorrelationId ?? '');
  // Nobody watches the payment: that would have it checked at once. It is checked right after the step, perhaps before
  // the approval, and once more when the leases have settled.
  await vi.waitFor(
    () => expect(stack.receiver.webhooks.map(({ event }) => event.type)).toEqual(['payment.completed']),
    { timeout: 75_000 },
  );
  expect((await stack.get(`/v1/payments/${payment.id}`)).body.status).toBe('completed');
});

it.each(['sqlite', 'postgres'] as const)(
  'on %s, a companion that starts after its clock was an hour behind sends no second prompt to an order',
  async (kind) => {
    let behindMs = HOUR;
    const clock = kind === 'postgres' ? await createMovedClock() : undefined;
    await clock?.set(-HOUR);
    const database = clock === undefined ? {} : { DATABASE_URL: clock.url };
    // On SQLite the clock is this machine's.
    const wall = () => Date.now() - (clock === undefined ? behindMs : 0);
    const stack = await untilTestEnds(startStack({ env: database, callbacks: false, wall, hasJustStarted: true }));
    const first = await stack.pay('ORDER-1');
    expect(first.status).toBe(201);
    behindMs = 0;
    await clock?.set(0);
    await stack.restart();
    const second = await stack.pay('ORDER-1');
    expect([second.status, second.body.id, second.body.retryable]).toEqual([200, first.body.id, false]);
    expect(stack.sandbox.transactions()).toHaveLength(1);
  },
);
