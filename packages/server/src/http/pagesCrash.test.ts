import type { Link, PaymentPage } from '@tsena/shared/merchant';
import { expect, it } from 'vitest';
import { crashAt } from '../../test/support/crashAt.ts';
import { asMerchant, eventually } from '../../test/support/merchant.ts';
import { startStack } from '../../test/support/stack.ts';
import type { Step } from '../core/payments/steps.ts';

// Side by side: each waits until the lease of the ended process has passed.
it.concurrent.for(['ready to send', 'answered'] as const satisfies readonly Step[])(
  'a form that is sent again after a crash at the step “%s” leads to one payment, sent once',
  async (step, { onTestFinished }) => {
    const stack = await startStack({ callbacks: false, env: { PUBLIC_URL: 'http://127.0.0.1:1', OPERATOR_TIMEOUT_MS: '2000' } });
    onTestFinished(() => stack.close());
    const { id } = (await stack.post<Link>('/v1/merchant/links', { amount: '25000', reusable: true }, asMerchant)).body;
    const page = await (await fetch(`${stack.served.url}/pay/${id}`)).text();
    const form = /name="form" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const send = (url: string) =>
      fetch(`${url}/pay/${id}`, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ form, msisdn: '034 35 000 03' }) });
    await crashAt(stack, step, send);

    const { body } = await stack.get<PaymentPage>(`/v1/merchant/payments?link=${id}`, asMerchant);
    const [left] = body.data;
    expect(body.data).toHaveLength(1);
    const again = await send(stack.served.url);
    expect([again.status, again.headers.get('location')]).toEqual([303, `/pay/${left?.id}`]);
    await eventually(async () => {
      const { data } = (await stack.get<PaymentPage>(`/v1/merchant/payments?link=${id}`, asMerchant)).body;
      expect(data.map((payment) => payment.status)).toEqual([
        step === 'answered' ? 'unresolved' : expect.stringMatching(/^(pending|failed)$/),
      ]);
    });
    expect(stack.sandbox.transactions().length).toBeLessThanOrEqual(1);
  },
);
