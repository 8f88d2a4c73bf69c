import type { Checkout, Payment } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { afterEach, describe, expect, it } from 'vitest';
import { asMerchant, eventually } from '../../test/support/merchant.ts';
import { type Answer, PAYER, type ProblemAnswer, type Stack, startStack } from '../../test/support/stack.ts';
import { readSettings } from '../config/readSettings.ts';
import { type Served, serve } from '../main.ts';

/** The shortest cool-down that may be set. */
const QUICK = { ATTEMPT_COOLDOWN_SECONDS: '1', OPERATOR_TIMEOUT_MS: '1000' };

let stack: Stack;
afterEach(() => stack.close());

async function press(served: Served, order: string, amount = '25000'): Promise<Answer<Payment>> {
  const response = await fetch(`${served.url}/v1/payments`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ orderToken: await stack.mint({ sub: order, amount }), msisdn: PAYER }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Payment };
}

const initiationsSent = () => stack.sandbox.requests().filter(({ on }) => on === 'initiate').length;
const read = async (id: string) => (await stack.get(`/v1/payments/${id}`)).body;
const checkoutOf = async (order: string) =>
  (await stack.get<Checkout>('/v1/checkout', { Authorization: `Bearer ${await stack.mint({ sub: order, amount: '25000' })}` })).body;
const asProblem = (answer: Answer<Payment>) => answer as unknown as Answer<ProblemAnswer>;
/** Takes every place in the queue of requests to the operator, as requests do that it leaves without an answer; until the function is called. */
function fillQueue({ companion }: Served): () => void {
  let free = (): void => undefined;
  const hanging = new Promise<void>((done) => {
    free = done;
  });
  for (let place = 0; place < 64; place += 1) void companion.sendQueue.run(() => hanging);
  return free;
}

describe.each(STORES)('an order on %s', (store) => {
  it('gets one prompt while its payment waits to be sent, on whichever instance the shopper presses again', async () => {
    stack = await startStack({ store, callbacks: false, env: QUICK });
    const here = stack.served;
    const there = store === 'postgres' ? await serve(readSettings({ ...stack.env, PORT: '0' })) : here;
    try {
      const free = fillQueue(here);
      const first = press(here, 'ORDER-1');
      const waiting = await eventually(async () => {
        const { payment } = await checkoutOf('ORDER-1');
        if (payment === null) throw new Error('no attempt yet');
        // Older than the cool-down, and still not sent.
        expect(Date.parse(payment.serverTime) - Date.parse(payment.createdAt)).toBeGreaterThan(1000);
        return payment;
      });
      expect(waiting.status).toBe('created');
      const again = press(there, 'ORDER-1');
      const more = press(here, 'ORDER-1');
      await eventually(async () => expect((await read(waiting.id)).serverTime).not.toBe(waiting.serverTime));
      free();
      const answers = await Promise.all([first, again, more]);
      expect(answers.map(({ status }) => status)).toEqual([201, 200, 200]);
      expect(new Set(answers.map(({ body }) => body.id))).toEqual(new Set([waiting.id]));
      await stack.until(waiting.id, 'pending');
      expect(initiationsSent()).toBe(1);
      expect(stack.sandbox.transactions()).toHaveLength(1);
      expect(waiting.retryable).toBe(false);
    } finally {
      if (there !== here) await there.stop();
    }
  });

  it('accepts a changed amount as soon as a new payment may start, and is not retryable before', async () => {
    stack = await startStack({ store, callbacks: false });
    stack.sandbox.setFaults([{ on: 'initiate', do: 'accept-then-status', value: 500, times: 1 }]);
    const first = (await stack.pay('ORDER-1', '25000')).body;
    expect(first.status).toBe('unresolved');
    const refused = asProblem(await stack.pay('ORDER-1', '26000'));
    expect([refused.status, refused.body.code]).toEqual([409, 'order_changed']);
    expect(refused.body.payment).toMatchObject({ id: first.id, retryable: false });

    const resolution = { resolution: 'not_received', reason: 'seen in the statement' };
    expect((await stack.post(`/v1/merchant/payments/${first.id}/resolve`, resolution, asMerchant)).status).toBe(200);
    expect((await read(first.id)).retryable).toBe(true);
    const second = await stack.pay('ORDER-1', '26000');
    expect([second.status, second.body.amount, second.body.status]).toEqual([201, '26000', 'pending']);
  });
});

it('POST /v1/payments answers Retry-After and writes no rows after 20 unsent attempts of an order', async () => {
  stack = await startStack({ callbacks: false, sandbox: { faults: [{ on: 'token', do: 'status', value: 500 }] } });
  for (let number = 1; number <= 20; number += 1) expect((await stack.pay('ORDER-1')).body.status).toBe('failed');
  const answer = asProblem(await stack.pay('ORDER-1'));
  expect([answer.status, answer.body.code]).toEqual([503, 'operator_unavailable']);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await stack.served.companion.storage.store.db.selectFrom('payments').select('id').execute()).toHaveLength(20);
});
