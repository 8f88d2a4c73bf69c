import type { Dashboard } from './openDashboard.ts';

const POLL_INTERVAL_MS = 50;

async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
}

/**
 * Plays a shop's morning through the companion and the sandbox: paid and failed payments, and three that need review.
 */
export async function playMorning(dashboard: Dashboard) {
  const { sandbox } = dashboard;
  const paid = await dashboard.pay('ZOMA-2001', 42_000);
  await dashboard.finish(paid, 'approve');
  for (const [index, amount] of [12_500, 88_000, 7_300, 31_900].entries()) {
    // The last reference is as long as one may be, and offers no place to break it.
    const payment = await dashboard.pay(`ZOMA-${2002 + index}`.padEnd(index === 3 ? 50 : 0, 'M'), amount);
    await dashboard.finish(payment, index === 2 ? 'reject' : 'approve');
  }

  const first = await dashboard.pay('ZOMA-2010', 25_100);
  // Until the cool-down is over, the companion answers with the first attempt.
  let second = first;
  await waitUntil(async () => {
    second = await dashboard.pay('ZOMA-2010', 25_100);
    return second.id !== first.id;
  });
  await dashboard.finish(first, 'approve');
  await dashboard.finish(second, 'approve');

  const { db } = dashboard.companion.storage.store;
  const listWebhooks = (status: 'pending' | 'failed') =>
    db.selectFrom('outbox').select('id').where('status', '=', status).execute();
  await waitUntil(async () => (await listWebhooks('pending')).length === 0);
  // After 410 the companion does not try again.
  dashboard.shopStatus = 410;
  const undelivered = await dashboard.pay('ZOMA-2011', 15_600);
  await dashboard.finish(undelivered, 'approve');
  await waitUntil(async () => (await listWebhooks('failed')).length > 0);
  dashboard.shopStatus = 200;

  sandbox.setFaults([
    { on: 'initiate', do: 'accept-then-status', value: 500, times: 1 },
    { on: 'callback', do: 'drop' },
  ]);
  const unresolved = await dashboard.pay('ZOMA-2012', 53_400);
  sandbox.approve(sandbox.transactions()[0]?.serverCorrelationId ?? '');
  await dashboard.pay('ZOMA-2013', 9_900);
  sandbox.setFaults([]);
  return {
    paid,
    /** The operator's answer was lost; the customer paid. */
    unresolved,
    /** The second paid attempt of its order. */
    overpaid: second,
    /** The shop refused its webhook. */
    undelivered,
  };
}
