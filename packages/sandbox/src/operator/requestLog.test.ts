import { describe, expect, it } from 'vitest';
import { useWorld } from '../testing/world.ts';

describe('the request log', () => {
  const world = useWorld(() => ({ keepRequests: 5 }));

  it('shows payer, amount, reference and response status of each initiation', async () => {
    const changes = {
      headers: { 'X-CorrelationID': 'corr-1', 'X-Callback-URL': 'http://127.0.0.1:9/secret-callback' },
      body: { requestingOrganisationTransactionReference: 'R-1', amount: '700' },
    };
    const id = await world.client.pay(changes);
    await world.client.initiate({ ...changes, headers: { ...changes.headers, version: '3' } });
    const expected = {
      on: 'initiate',
      correlationId: 'corr-1',
      reference: 'R-1',
      amount: '700',
      msisdn: '0343500003',
      hasCallbackUrl: true,
    };
    expect(world.sandbox.requests().slice(1)).toMatchObject([
      { ...expected, outcome: 200, serverCorrelationId: id },
      { ...expected, outcome: 400, serverCorrelationId: null },
    ]);
    expect(JSON.parse((await world.client.request('/portal/api/requests')).text)).toEqual(world.sandbox.requests());
    expect(JSON.parse((await world.client.request('/portal/api/requests?limit=1')).text)).toEqual(
      world.sandbox.requests().slice(-1),
    );
  });
  it('shows an initiation whose body cannot be read', async () => {
    await world.client.initiate({ raw: '{' });
    await world.client.initiate({ raw: ' '.repeat(70_000) });
    expect(world.sandbox.requests().slice(1)).toMatchObject([
      { on: 'initiate', outcome: 400, amount: null },
      { on: 'initiate', outcome: 400, amount: null },
    ]);
  });
  it('contains no token, no secret and no callback address', async () => {
    const token = await world.client.renewToken();
    const form = 'grant_type=client_credentials&client_id=sandbox-key&client_secret=sandbox-secret';
    await world.client.requestToken({ Authorization: undefined }, form);
    await world.client.request(`/token?${form}`, { method: 'POST' });
    await world.client.pay({ headers: { 'X-Callback-URL': 'http://127.0.0.1:9/secret-callback' } });
    const log = JSON.stringify(world.sandbox.requests());
    for (const secret of [token, 'sandbox-secret', 'secret-callback']) expect(log).not.toContain(secret);
  });
  it('is bounded, and many status checks do not evict an initiation', async () => {
    const id = await world.client.pay();
    for (let count = 0; count < 30; count += 1) await world.client.readStatus(id);
    expect(world.sandbox.requests().map(({ on }) => on)).toEqual(['initiate', ...Array(5).fill('status')]);
  });
});
