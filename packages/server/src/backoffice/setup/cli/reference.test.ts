import { expect, it } from 'vitest';
import { runCli } from '../../../../test/support/cli.ts';
import { finish } from '../../../../test/support/merchant.ts';
import { startStack } from '../../../../test/support/stack.ts';
import { untilTestEnds } from '../../../../test/support/use.ts';

const BY_HAND = { from: '0343500003', to: '0343500004', amount: '25000' };

interface Report {
  readonly findings: readonly { readonly name: string; readonly result: string; readonly message: string }[];
}

it('tsena doctor --reference says whether the operator shows money that was sent by hand', async () => {
  const stack = await untilTestEnds(startStack({ sandbox: { dialect: 'live' } }));
  async function ask(reference: string | null) {
    const { stdout } = await runCli(['doctor', '--json', '--reference', reference ?? ''], stack.env);
    return (JSON.parse(stdout) as Report).findings.find(({ name }) => name === 'by_hand');
  }
  expect(await ask(stack.sandbox.sendByHand(BY_HAND).objectReference)).toMatchObject({ result: 'ok' });
  // It began at this interface: it shows nothing.
  const prompted = await finish(stack, (await stack.pay('ORDER-1')).body.id, 'approve');
  expect(await ask(prompted.transactionReference)).toMatchObject({ result: 'warning' });
  const outgoing = stack.sandbox.sendByHand({ ...BY_HAND, from: BY_HAND.to, to: BY_HAND.from }).objectReference;
  expect(await ask(outgoing)).toMatchObject({ result: 'warning', message: expect.stringContaining('outgoing') });
});

it('tsena doctor --reference says what follows if the operator does not know it', async () => {
  const stack = await untilTestEnds(startStack({ sandbox: { behaviour: { details: 'own' } } }));
  const reference = stack.sandbox.sendByHand(BY_HAND).objectReference ?? '';
  const { stdout } = await runCli(['doctor', '--reference', reference], stack.env);
  expect(stdout).toContain(`The operator does not know ${reference}.`);
  expect(stdout).toContain('take payments by a request on the customer’s phone only');
  const checked = await runCli(['transactions', 'check', `Ref: ${reference}`, '--amount', '25000'], stack.env);
  expect(checked.stdout).toMatch(/verdict +unknown: the operator does not know it\. Do not deliver\./);
});
