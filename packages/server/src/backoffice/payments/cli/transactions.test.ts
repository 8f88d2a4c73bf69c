import { expect, it } from 'vitest';
import { runCli } from '../../../../test/support/cli.ts';
import { detailsOf, noSuchTransaction, startPaymentsStub, statusOf } from '../../../../test/support/operatorStub.ts';
import { startStack } from '../../../../test/support/stack.ts';
import { useForAll } from '../../../../test/support/use.ts';

const operator = useForAll(startPaymentsStub);
const stack = useForAll(() => startStack({ env: { OPERATOR_BASE_URL: operator.baseUrl } }));

it('tsena transactions show prints the operator’s details and the payment, and refuses what is no reference', async () => {
  operator.status = (id) => statusOf(id, 'completed', '636042511');
  operator.details = (reference) =>
    reference === '636042511' ? detailsOf('25000', new Date().toISOString()) : noSuchTransaction;
  const { body } = await stack.pay('ORDER-1');
  await stack.until(body.id, 'completed');

  const shown = await runCli(['transactions', 'show', '636 042 511'], stack.env);
  expect(shown.code).toBe(0);
  for (const line of [
    /^transaction +636042511$/m,
    /^amount +25,000 Ar$/m,
    /^from +034 •• ••0 03$/m,
    new RegExp(`^payment +${body.id}$`, 'm'),
  ]) {
    expect(shown.stdout).toMatch(line);
  }
  expect(shown.stdout).not.toMatch(/03435000/);

  const unknown = await runCli(['transactions', 'show', '999999999', '--json'], stack.env);
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('transaction_not_found')]);
  const malformed = await runCli(['transactions', 'show', '..'], stack.env);
  expect([malformed.code, malformed.stderr]).toEqual([
    1,
    expect.stringContaining('the reference in the SMS or the portal'),
  ]);
  expect(operator.detailsAsked.filter((reference) => !/^(636042511|999999999)$/.test(reference))).toEqual([]);
});
