import { expect, it, onTestFinished, vi } from 'vitest';
import { assembleCompanion } from '../src/composition/companion.ts';
import { openStore } from '../src/database/store.ts';
import { createLog } from '../src/log/log.ts';
import { createMovedClock } from './support/movedClock.ts';
import { testSettings } from './support/operatorFixture.ts';
import { seedPayment } from './support/seed.ts';
import { startStack } from './support/stack.ts';
import { untilTestEnds, useFolder } from './support/use.ts';

const HOUR = 3_600_000;
const folder = useFolder();

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

it('a companion whose newest payment is ahead of the clock says so when it starts', async () => {
  const DATABASE_URL = `file:${folder('tsena.db')}`;
  const store = await openStore(DATABASE_URL);
  await seedPayment(store, { created_at: Date.now() + HOUR });
  await store.close();
  const lines: unknown[] = [];
  const companion = await assembleCompanion({
    settings: testSettings('http://127.0.0.1:1', { DATABASE_URL }),
    log: createLog('warn', { write: (line: string) => lines.push(JSON.parse(line)) }),
  });
  onTestFinished(() => companion.stop());
  await companion.start();
  const msg = expect.stringMatching(/^the newest payment is ahead of the clock/);
  expect(lines).toContainEqual(expect.objectContaining({ level: 40, aheadMs: expect.any(Number), msg }));
});
