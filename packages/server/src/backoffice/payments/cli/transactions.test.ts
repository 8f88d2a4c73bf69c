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
    expect.stringContaining('the transaction reference in the SMS or the portal'),
  ]);
  expect(operator.detailsAsked.filter((reference) => !/^(636042511|999999999)$/.test(reference))).toEqual([]);
});

it('tsena transactions check exits with 0 only for money of that amount that a sale can take', async () => {
  const now = Date.now();
  const answers: Readonly<Record<string, ReturnType<typeof detailsOf>>> = {
    '700000001': detailsOf('25000', new Date(now).toISOString()),
    '700000002': detailsOf('26000', new Date(now - 25 * 3_600_000).toISOString()),
    '700000003': detailsOf('99', new Date(now).toISOString()),
  };
  operator.details = (reference) => answers[reference] ?? noSuchTransaction;
  for (const [args, code, text] of [
    [['700000001'], 0, /^verdict +unused: received, and not used yet\.$/m],
    [['700000001', '--amount', '25000', '--json'], 0, /"canSell": true/],
    [['700000001', '--amount', '24000'], 1, /^is the amount +no: do not deliver for this amount$/m],
    [['700000002'], 1, /^recent +no: more than 24 hours ago/m],
    [['700000003'], 1, /^enough +no: less than 100 Ar, the smallest payment$/m],
    [['700000009'], 1, /^verdict +unknown: /m],
    [['700000009', '--json'], 1, /"verdict": "unknown"/],
  ] as const) {
    const checked = await runCli(['transactions', 'check', ...args], stack.env);
    expect([args, checked.code, checked.stderr]).toEqual([args, code, '']);
    expect(checked.stdout).toMatch(text);
  }
});
