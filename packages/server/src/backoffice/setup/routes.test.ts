import { SETUP_CHECKS, type Setup } from '@tsena/shared/merchant';
import { afterEach, describe, expect, it } from 'vitest';
import { asMerchant } from '../../../test/support/merchant.ts';
import { PARTNER, type Stack, startStack } from '../../../test/support/stack.ts';

let stack: Stack;
afterEach(() => stack.close());

const read = async (headers: Record<string, string> = {}) =>
  (await stack.get<Setup>('/v1/merchant/setup', { ...asMerchant, ...headers })).body;

const resultsOf = ({ checks }: Setup) =>
  Object.fromEntries(checks.map(({ name, result, reason }) => [name, `${result} ${reason}`]));

/** What the operator was asked. */
const tokenRequests = () => stack.sandbox.requests().filter(({ path }) => path === '/token').length;

describe('GET /v1/merchant/setup', () => {
  it('has one entry for each check', async () => {
    stack = await startStack();
    const first = await read();
    expect(first.checks.map(({ name }) => name)).toEqual(SETUP_CHECKS);
    expect(resultsOf(first)).toEqual({
      merchant_name: 'ok name_set',
      credentials: 'ok credentials_accepted',
      public_address: 'warning address_private',
      tls: 'warning tls_missing',
      clock: 'ok clock_right',
      allowed_origins: 'ok origins_set',
      webhook_answered: 'warning webhook_none',
      callback_seen: 'warning callback_none',
      callbacks_accepted: 'warning callbacks_unknown',
      backup: 'warning backup_none',
      first_payment: 'warning payment_none',
      declined_payment: 'warning decline_none',
      late_payment: 'warning late_none',
      approval_times: 'ok approvals_few',
    });
    expect(first.checkedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('asks the operator once, however often and by how many it is read, and keeps the token that payments use', async () => {
    stack = await startStack();
    await Promise.all([read(), read(), read()]);
    const { checkedAt } = await read();
    expect((await read()).checkedAt).toBe(checkedAt);
    expect(stack.sandbox.requests().map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining(['POST /token']),
    );
    expect(tokenRequests()).toBe(1);
    expect((await stack.pay('ORDER-1')).status).toBe(201);
    expect(tokenRequests()).toBe(1);
  });

  it('names the wrong setting after at most two token requests a minute', async () => {
    stack = await startStack({ env: { CONSUMER_SECRET: 'not-the-secret' } });
    for (let time = 0; time < 4; time += 1) {
      expect(resultsOf(await read())).toMatchObject({ credentials: 'failed credentials_wrong' });
    }
    expect(tokenRequests()).toBe(2);
  });

  it.each([
    ['status', 403],
    ['details', 301],
    ['status', 401],
  ] as const)('says if the operator refuses lookups: %s with %i', async (on, value) => {
    stack = await startStack({ sandbox: { faults: [{ on, do: 'status', value }] } });
    expect(resultsOf(await read())).toMatchObject({ credentials: 'failed lookups_refused' });
    // A 401 is answered with one more token, and no third one.
    await read();
    expect(tokenRequests()).toBe(value === 401 ? 2 : 1);
  });

  it('says what to do in the language of the request, without addresses, secrets and numbers', async () => {
    stack = await startStack({ env: { CONSUMER_SECRET: 'not-the-secret' } });
    const details = async (language: string) => (await read({ 'Accept-Language': language })).checks[1]?.detail;
    expect(await details('en')).toBe(
      'The operator does not accept CONSUMER_KEY and CONSUMER_SECRET. Copy both from the operator’s portal, for the environment in OPERATOR_ENVIRONMENT. If the companion runs, restart it.',
    );
    expect(await details('fr')).toMatch(/^L’opérateur n’accepte pas CONSUMER_KEY et CONSUMER_SECRET\. Recopiez/);
    expect(await details('mg')).toMatch(/^Tsy manaiky ny CONSUMER_KEY sy ny CONSUMER_SECRET ny mpandraharaha\. /);
    const text = JSON.stringify(await read());
    for (const kept of [
      'not-the-secret',
      'sandbox-key',
      PARTNER,
      stack.receiver.url,
      stack.sandbox.url,
      stack.served.url,
    ]) {
      expect(text).not.toContain(kept);
    }
  });
});
