import { expect, it, vi } from 'vitest';
import { createMovedClock } from './support/movedClock.ts';
import { startStack } from './support/stack.ts';
import { untilTestEnds } from './support/use.ts';

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
  // Nobody watches the payment: that would have it checked at once.
  await vi.waitFor(() => expect(stack.receiver.webhooks.map(({ event }) => event.type)).toEqual(['payment.completed']));
  expect((await stack.get(`/v1/payments/${payment.id}`)).body.status).toBe('completed');
});
