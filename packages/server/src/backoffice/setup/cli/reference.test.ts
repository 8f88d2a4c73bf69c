import { expect, it } from 'vitest';
import { runCli } from '../../../../test/support/cli.ts';
import { finish } from '../../../../test/support/merchant.ts';
import { detailsOf, startPaymentsStub } from '../../../../test/support/operatorStub.ts';
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

it('tsena doctor --reference concludes nothing from the reference of a request on a phone', async () => {
  const stack = await untilTestEnds(startStack());
  const prompted = await finish(stack, (await stack.pay('ORDER-1')).body.id, 'approve');
  const typed = `Ref:0${prompted.transactionReference}.Solde:1,234,567Ar`;
  const { stdout } = await runCli(['doctor', '--json', '--reference', typed], stack.env);
  expect((JSON.parse(stdout) as Report).findings.find(({ name }) => name === 'by_hand')).toMatchObject({
    result: 'warning',
    message: `${prompted.transactionReference} belongs to a payment that began with a request on the customer’s phone. It says nothing about money that was sent by hand.`,
  });
});

it('tsena doctor --reference asks nobody without exactly one reference, and says why an answer is of no use', async () => {
  const stack = await untilTestEnds(startStack());
  for (const text of ['0343500003', 'Ref: 636042511. Ref: 636042512']) {
    const refused = await runCli(['doctor', '--reference', text], stack.env);
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    const unchecked = await runCli(['transactions', 'check', text], stack.env);
    expect([unchecked.code, unchecked.stdout]).toEqual([1, '']);
  }
  expect(stack.sandbox.requests().filter(({ on }) => on === 'details')).toEqual([]);
  const reference = stack.sandbox.sendByHand(BY_HAND).objectReference ?? '';
  stack.sandbox.setFaults([{ on: 'details', do: 'garbage' }]);
  const { stdout } = await runCli(['doctor', '--json', '--reference', reference], stack.env);
  const found = (JSON.parse(stdout) as Report).findings.find(({ name }) => name === 'by_hand');
  expect(found).toMatchObject({ result: 'failed' });
  expect(found?.message).toContain(`The operator gave no answer about ${reference} that can be read: `);
  const operator = await untilTestEnds(startPaymentsStub());
  operator.details = () => detailsOf('25000.50', new Date().toISOString(), {});
  const other = await runCli(['doctor', '--json', '--reference', reference], {
    ...stack.env,
    OPERATOR_BASE_URL: operator.baseUrl,
  });
  expect((JSON.parse(other.stdout) as Report).findings.find(({ name }) => name === 'by_hand')).toMatchObject({
    result: 'failed',
    message: expect.stringContaining(`The operator knows ${reference}, but its details cannot be read`),
  });
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
