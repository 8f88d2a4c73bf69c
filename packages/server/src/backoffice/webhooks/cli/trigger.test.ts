import type { AccountView } from '@tsena/sandbox';
import type { MerchantPayment } from '@tsena/shared/merchant';
import { startEndpoint } from '@tsena/testkit/endpoint';
import { companionEnvironment } from '@tsena/testkit/environment';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runCli, startCli } from '../../../../test/support/cli.ts';
import { asMerchant } from '../../../../test/support/merchant.ts';
import { type Stack, type StackOptions, startStack } from '../../../../test/support/stack.ts';
import { untilTestEnds, useFolder } from '../../../../test/support/use.ts';
import type { Settings } from '../../../config/settings.ts';
import { openStoreOf } from '../../../database/databaseEnvironment.ts';

const folder = useFolder();
const WEBHOOKS_OFF = { WEBHOOK_URL: '', WEBHOOK_SECRET: '' };

let stack: Stack;
const open: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(open.splice(0).map((close) => close())));

async function start(options?: StackOptions) {
  stack = await startStack(options);
  open.push(() => stack.close());
}

const trigger = (...args: string[]) => runCli(['trigger', ...args, '--json'], stack.env);
const portal = async (path: string): Promise<unknown> => (await fetch(`${stack.sandbox.url}/portal/api${path}`)).json();
const paymentsOf = async (order: string) =>
  (await stack.get<{ data: MerchantPayment[] }>(`/v1/merchant/payments?order=${order}`, asMerchant)).body.data;

describe('tsena trigger', { timeout: 60_000 }, () => {
  it.each([
    ['payment.completed', [], { status: 'completed', failure: null }],
    ['payment.failed', [], { status: 'failed', failure: { code: 'payment_declined' } }],
    [
      'payment.failed',
      ['--failure', 'insufficient_funds'],
      { status: 'failed', failure: { code: 'insufficient_funds' } },
    ],
    ['payment.unresolved', [], { status: 'unresolved', reviewReasons: ['unresolved'] }],
    ['payment.review_required', [], { reviewReasons: ['details_mismatch'] }],
  ])('%s %j ends the payment of the shop’s own order so, and the shop receives it', async (type, more, ends) => {
    await start();
    const { code, stdout, stderr } = await trigger(type, '--order', 'CMD-1', '--amount', '30000', ...more);
    expect([code, stderr]).toEqual([0, '']);
    const ended = JSON.parse(stdout);
    expect(ended).toMatchObject({ type, order: 'CMD-1', amount: '30000' });
    expect(await paymentsOf('CMD-1')).toMatchObject([{ id: ended.payment, amount: '30000', ...ends }]);
    const { id, event } = await vi.waitFor(() => stack.receiver.webhooks[0] ?? expect.unreachable());
    expect([id, event.type]).toEqual([ended.event, type]);
  });

  it.each([
    ['with callbacks', true],
    ['without callbacks', false],
  ])('order.overpaid pays the order twice, %s', async (_how, callbacks) => {
    await start({ callbacks });
    const { code, stderr } = await trigger('order.overpaid', '--order', 'CMD-1');
    expect([code, stderr]).toEqual([0, '']);
    const payments = await paymentsOf('CMD-1');
    expect(payments.map(({ status }) => status)).toEqual(['completed', 'completed']);
    expect(payments.flatMap(({ reviewReasons }) => reviewReasons)).toEqual(['overpaid']);
  });

  it('payment.review_required ends another payment of the same order so, and names its event', async () => {
    await start();
    const first = JSON.parse((await trigger('payment.review_required', '--order', 'CMD-1')).stdout);
    const reason = ['--resolution', 'not_received', '--reason', 'no money came'];
    expect((await runCli(['payments', 'resolve', first.payment, ...reason], stack.env)).code).toBe(0);
    const second = await trigger('payment.review_required', '--order', 'CMD-1');
    expect([second.code, second.stderr]).toEqual([0, '']);
    const ended = JSON.parse(second.stdout);
    expect(ended.payment).not.toBe(first.payment);
    expect(ended.event).not.toBe(first.event);
    await vi.waitFor(
      async () => expect((await paymentsOf('CMD-1'))[0]?.reviewReasons).toEqual(['details_mismatch']),
      10_000,
    );
    expect((await paymentsOf('CMD-1')).map(({ status }) => status)).toEqual(['pending', 'pending']);
  });

  it('adds rules behind those of others, and removes its own and its number', async () => {
    const others = [{ on: 'initiate', do: 'business-error', value: 'insufficientFunds', times: 2 }];
    await start({ sandbox: { faults: others as never } });
    const before = await portal('/sandbox');
    const first = await trigger('payment.unresolved', '--order', 'CMD-1');
    expect([first.code, first.stderr]).toEqual([1, expect.stringContaining('did not end as asked')]);
    expect(await portal('/faults')).toEqual([{ ...others[0], times: 1 }]);
    expect(await portal('/sandbox')).toMatchObject({ accounts: (before as { accounts: unknown }).accounts });
  });

  it.each([
    ['payment.completed', null, ['completed'], []],
    ['payment.completed', 200, ['completed'], []],
    ['payment.failed', null, ['failed'], []],
    ['payment.failed', 200, ['failed'], []],
    ['payment.unresolved', null, ['unresolved'], ['unresolved']],
    ['payment.unresolved', 200, ['unresolved'], ['unresolved']],
    ['payment.review_required', null, ['pending'], ['details_mismatch']],
    ['payment.review_required', 200, ['pending'], ['details_mismatch']],
    ['order.overpaid', null, ['completed', 'completed'], ['overpaid']],
    ['order.overpaid', 200, ['completed', 'completed'], ['overpaid']],
  ] as const)('%s stays as asked where the sandbox approves after %s ms', async (type, autoApproveMs, ...stays) => {
    await start({ sandbox: autoApproveMs === null ? {} : { autoApproveMs } });
    const { code, stderr } = await trigger(type, '--order', 'CMD-1');
    expect([code, stderr]).toEqual([0, '']);
    const stateOf = async () => {
      const payments = await paymentsOf('CMD-1');
      return [payments.map(({ status }) => status), payments.flatMap(({ reviewReasons }) => reviewReasons)];
    };
    expect(await stateOf()).toEqual(stays);
    await vi.waitFor(() => expect(stack.receiver.webhooks.map(({ event }) => event.type)).toContain(type));
    // A later payment is approved by the sandbox and checked: those of the command would have been before.
    const { body: later } = await stack.pay('LATER');
    if (autoApproveMs === null)
      stack.sandbox.approve(stack.sandbox.transactions('pending')[0]?.serverCorrelationId ?? '');
    await stack.until(later.id, 'completed');
    for (const { status, serverCorrelationId } of stack.sandbox.transactions())
      if (status !== 'pending')
        await fetch(`${stack.sandbox.url}/portal/api/transactions/${serverCorrelationId}/callback`, { method: 'POST' });
    for (const { id } of await paymentsOf('CMD-1'))
      await stack.post(`/v1/merchant/payments/${id}/refresh`, {}, asMerchant);
    expect(await stateOf()).toEqual(stays);
    const types = stack.receiver.webhooks
      .filter(({ event }) => event.data.order === 'CMD-1')
      .map(({ event }) => event.type);
    expect(types.at(-1)).toBe(type);
    expect(await portal('/faults')).toEqual([]);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'payment.review_required ends so after %s too, and leaves no rule and no number behind',
    async (name) => {
      // Nothing calls back, and the first status check comes after 2 s.
      await start({ callbacks: false });
      const numbersOf = async () =>
        ((await portal('/sandbox')) as { accounts: AccountView[] }).accounts.map(({ msisdn }) => msisdn);
      const before = await numbersOf();
      const { child, ended } = startCli(['trigger', 'payment.review_required', '--order', 'CMD-1'], stack.env);
      await vi.waitFor(() => expect(stack.sandbox.transactions('completed')).toHaveLength(1), { timeout: 10_000 });
      child.kill(name);
      expect(await ended).toMatchObject({ code: 1, stderr: expect.stringContaining('Interrupted') });
      expect(await portal('/faults')).toEqual([]);
      expect(await numbersOf()).toEqual(before);
      const review = { status: 'pending', reviewReasons: ['details_mismatch'] };
      await vi.waitFor(async () => expect(await paymentsOf('CMD-1')).toMatchObject([review]), { timeout: 10_000 });
    },
  );

  it.each(['payment.completed', 'order.overpaid'])('%s takes the largest amount of an order', async (type) => {
    await start();
    const { code, stderr } = await trigger(type, '--amount', '999999999999');
    expect([code, stderr]).toEqual([0, '']);
    expect(stack.sandbox.audit()).toEqual([]);
  });

  it('approves no payment after Ctrl-C', async () => {
    const faults = [{ on: 'initiate', do: 'accept-then-hang', times: 1 }];
    await start({ sandbox: { faults: faults as never } });
    const { child, ended } = startCli(['trigger', 'payment.completed'], stack.env);
    await vi.waitFor(() => expect(stack.sandbox.transactions('pending')).toHaveLength(1), { timeout: 10_000 });
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 1, stderr: expect.stringContaining('Interrupted') });
    expect(stack.sandbox.transactions().map(({ status }) => status)).toEqual(['pending']);
  });

  it('pays in a sandbox that approves by itself, and where the companion has no endpoint', async () => {
    await start({ env: WEBHOOKS_OFF, sandbox: { autoApproveMs: 0 } });
    for (const type of ['payment.completed', 'payment.failed', 'payment.unresolved', 'payment.review_required'])
      expect(await trigger(type)).toMatchObject({ code: 0, stderr: '' });
    expect(stack.sandbox.audit()).toEqual([]);
  });

  it('says that an order has a payment already, and that no companion answers', async () => {
    await start();
    await stack.pay('CMD-1');
    const again = await trigger('payment.completed', '--order', 'CMD-1');
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('The order CMD-1 has a payment already')]);
    await stack.served.stop();
    const none = await trigger('payment.completed');
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('The companion does not answer at')]);
    open.length = 0;
    await stack.sandbox.close();
  });

  it('says in English why it is refused', async () => {
    await start();
    const other = { ...stack.env, ORDER_TOKEN_SECRET: 'another-secret-than-the-companion-has' };
    const refused = await runCli(['trigger', 'payment.completed'], other);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/^The companion at \S+ refused it: The order token is .* \(order_token_invalid\)\n$/),
    ]);
    const own = await runCli(['trigger', 'payment.completed', '--order', 'LNK-1'], stack.env);
    expect(own.stderr).toContain('It must not begin with LNK- or CTR-, as the companion’s own references do.');
    const short = await runCli(['trigger', 'payment.completed', '--amount', '1'], stack.env);
    expect(short.stderr).toContain("argument '1' is invalid. It must be ");
  });

  it('ends with 1 where the sandbox has no portal', async () => {
    await start();
    const other = await untilTestEnds(startEndpoint());
    other.answer = (_received, response) => response.writeHead(404).end();
    const without = await runCli(['trigger', 'payment.completed'], { ...stack.env, OPERATOR_BASE_URL: other.url });
    expect([without.code, without.stderr]).toEqual([1, expect.stringContaining('has no portal for programs')]);
  });

  it.each([
    ['settings and database', 'production', 'production', /OPERATOR_ENVIRONMENT is production: the command works/],
    ['the database', 'sandbox', 'production', /production/],
    ['the settings', 'production', 'sandbox', /sandbox/],
  ] as const)('refuses before it asks anything if %s say production', async (_who, settings, database, says) => {
    const operator = await untilTestEnds(startEndpoint());
    const DATABASE_URL = `file:${folder()}/tsena.db`;
    await (await openStoreOf({ DATABASE_URL, OPERATOR_ENVIRONMENT: database } as Settings)).close();
    const { OPERATOR_BASE_URL: url } = companionEnvironment(operator.url);
    const env = {
      ...companionEnvironment(operator.url),
      // Production demands https, which this operator does not speak: a request would fail otherwise.
      ...{ DATABASE_URL, OPERATOR_BASE_URL: settings === 'production' ? 'https://localhost:1' : String(url) },
      ...{ OPERATOR_ENVIRONMENT: settings },
    };
    const refused = await runCli(['trigger', 'payment.completed'], env);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(says)]);
    expect(operator.received).toEqual([]);
  });
});
