import type { Link, PaymentPage } from '@tsena/shared/merchant';
import { expect, it } from 'vitest';
import { asMerchant, eventually } from '../../test/support/merchant.ts';
import { startProcess } from '../../test/support/process.ts';
import { startStack } from '../../test/support/stack.ts';
import type { Step } from '../core/payments/steps.ts';

// Side by side: each waits until the lease of the ended process has passed.
it.concurrent.for(['ready to send', 'answered'] as const satisfies readonly Step[])(
  'a form that is sent again after a crash at the step “%s” leads to one payment, sent once',
  async (step, { onTestFinished }) => {
    const stack = await startStack({ callbacks: false, env: { PUBLIC_URL: 'http://127.0.0.1:1', OPERATOR_TIMEOUT_MS: '2000' } });
    onTestFinished(() => stack.close());
    const { id } = (await stack.post<Link>('/v1/merchant/links', { amount: '25000', reusable: true }, asMerchant)).body;
    await stack.served.stop();
    const url = `http://127.0.0.1:${stack.env.PORT}`;
    const crashing = startProcess({ ...stack.env, CRASH_AT: step });
    await crashing.ready;
    const page = await (await fetch(`${url}/pay/${id}`)).text();
    const form = /name="form" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const send = () =>
      fetch(`${url}/pay/${id}`, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ form, msisdn: '034 35 000 03' }) });
    await expect(send()).rejects.toThrow();
    expect(await crashing.ended).toBe('SIGKILL');

    await stack.restart();
    const { body } = await stack.get<PaymentPage>(`/v1/merchant/payments?link=${id}`, asMerchant);
    const [left] = body.data;
    expect(body.data).toHaveLength(1);
    const again = await send();
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
