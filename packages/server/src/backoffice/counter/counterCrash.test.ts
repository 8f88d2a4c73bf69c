import type { Payment } from '@tsena/shared/checkout';
import type { PaymentPage } from '@tsena/shared/merchant';
import { STORES } from '@tsena/testkit/stores';
import { expect, it } from 'vitest';
import { crashAt } from '../../../test/support/crashAt.ts';
import { asMerchant, eventually } from '../../../test/support/merchant.ts';
import { startStack } from '../../../test/support/stack.ts';
import type { Step } from '../../core/payments/steps.ts';

const STEPS = ['attempt written', 'ready to send', 'sending written', 'answered', 'answer written'] as const satisfies readonly Step[];

// Side by side: each waits until the lease of the ended process has passed.
it.concurrent.for(STORES.flatMap((store) => STEPS.map((step) => [store, step] as const)))(
  'on %s a request of the counter that is repeated after a crash at the step “%s” gets its payment, which is sent at most once',
  { timeout: 120_000 },
  async ([store, step], { onTestFinished }) => {
    const stack = await startStack({ store, callbacks: false, env: { OPERATOR_TIMEOUT_MS: '2000' } });
    onTestFinished(() => stack.close());
    const payments = async () => (await stack.get<PaymentPage>('/v1/merchant/payments', asMerchant)).body.data;
    const take = (url: string) =>
      fetch(`${url}/v1/merchant/payments`, {
        method: 'POST',
        headers: { ...asMerchant, 'Content-Type': 'application/json', 'Idempotency-Key': 'tap-1', Connection: 'close' },
        body: JSON.stringify({ amount: '25000', msisdn: '034 35 000 03' }),
      });
    await crashAt(stack, step, take);

    const left = await payments();
    expect(left).toHaveLength(1);
    const again = await take(stack.served.url);
    expect([again.status, ((await again.json()) as Payment).id]).toEqual([201, left[0]?.id]);
    await eventually(async () => expect((await payments())[0]?.status).toMatch(/^(pending|failed|unresolved)$/));
    const known = await take(stack.served.url);
    expect([known.status, ((await known.json()) as Payment).id]).toEqual([201, left[0]?.id]);
    expect(await payments()).toHaveLength(1);
    expect(stack.sandbox.requests().filter(({ on }) => on === 'initiate').length).toBeLessThanOrEqual(1);
  },
);
