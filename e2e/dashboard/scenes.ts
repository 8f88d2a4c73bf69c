import type { Payment } from '@tsena/shared/checkout';
import type { Dashboard } from './desk.ts';

/** A morning at the shop: what was paid, what was not, and everything that can need a person. */
export interface Scene {
  readonly paid: Payment;
  readonly unresolved: Payment;
  readonly overpaid: Payment;
  readonly untold: Payment;
}

async function until(claim: () => Promise<boolean>): Promise<void> {
  while (!(await claim())) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Plays it, by way of the sandbox. */
export async function playMorning(desk: Dashboard): Promise<Scene> {
  const { sandbox } = desk;
  const paid = await desk.pay('ZOMA-2001', 42_000);
  await desk.settle(paid, 'approve');
  for (const [index, amount] of [12_500, 88_000, 7_300, 31_900].entries()) {
    const payment = await desk.pay(`ZOMA-${2002 + index}`, amount);
    await desk.settle(payment, index === 2 ? 'reject' : 'approve');
  }

  const first = await desk.pay('ZOMA-2010', 25_100);
  // Until the cool-down is over, the first one stands.
  let second = first;
  await until(async () => {
    second = await desk.pay('ZOMA-2010', 25_100);
    return second.id !== first.id;
  });
  await desk.settle(first, 'approve');
  await desk.settle(second, 'approve');

  const { db } = desk.companion.engine.storage.store;
  const inOutbox = (state: 'waiting' | 'dead') => db.selectFrom('outbox').select('id').where('state', '=', state).execute();
  await until(async () => (await inOutbox('waiting')).length === 0);
  desk.shopAnswers = 410;
  const untold = await desk.pay('ZOMA-2011', 15_600);
  await desk.settle(untold, 'approve');
  await until(async () => (await inOutbox('dead')).length > 0);
  desk.shopAnswers = 200;

  sandbox.setFaults([
    { on: 'initiate', do: 'accept-then-status', value: 500, times: 1 },
    { on: 'callback', do: 'drop' },
  ]);
  const unresolved = await desk.pay('ZOMA-2012', 53_400);
  sandbox.approve(sandbox.transactions()[0]?.serverCorrelationId ?? '');
  await desk.pay('ZOMA-2013', 9_900);
  sandbox.setFaults([]);
  return { paid, unresolved, overpaid: second, untold };
}
