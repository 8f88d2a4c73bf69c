import type { OrderReference } from '@tsena/shared/checkout';
import { expect, it } from 'vitest';
import { runCli } from '../../../../test/support/cli.ts';
import { seedEvent, seedPayment } from '../../../../test/support/seed.ts';
import { startStack } from '../../../../test/support/stack.ts';
import { useForAll } from '../../../../test/support/use.ts';

const stack = useForAll(startStack);

const verify = (...options: readonly string[]) => runCli(['audit', '--verify', ...options], stack.env);

it('tsena audit --verify names each payment that its history does not lead to, and ends with 1', async () => {
  expect(await verify()).toEqual({ code: 0, stdout: 'Payments: 0. Findings: 0.\n', stderr: '' });
  const { store } = stack.served.companion.storage;
  const id = await seedPayment(store, { status: 'completed', order_reference: 'ORDER-1' as OrderReference });
  await seedEvent(store, id, 1, 'created');
  const message = 'its status is completed; its history leads to created';
  const { code, stdout } = await verify();
  expect(code).toBe(1);
  expect(stdout.split('\n').slice(1)).toEqual([`${id}  ORDER-1  ${message}`, 'Payments: 1. Findings: 1.', '']);
  const asJson = await verify('--json');
  expect(asJson.code).toBe(1);
  expect(JSON.parse(asJson.stdout)).toEqual({
    payments: 1,
    found: 1,
    deviations: [{ paymentId: id, order: 'ORDER-1', message }],
  });
});
