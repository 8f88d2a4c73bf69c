import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import type { TestResponse } from '../testing/client.ts';
import { useWorld } from '../testing/world.ts';

const API = '/portal/api';
const world = useWorld();
const send = (method: string, path: string, body?: unknown) => world.client.portal(method, path, body);
const ids = (reply: TestResponse) =>
  z
    .parse(z.array(z.object({ serverCorrelationId: z.string() })), JSON.parse(reply.text))
    .map((one) => one.serverCorrelationId);

describe('/portal/api', () => {
  it('GET /transactions lists transactions with their details, newest first', async () => {
    const first = await world.client.pay();
    const second = await world.client.pay({
      ...world.toReceiver(),
      body: { amount: '700', requestingOrganisationTransactionReference: 'R-2' },
    });
    world.sandbox.approve(second);
    await vi.waitFor(() => expect(world.sandbox.transactions()[0]?.callbacks).toHaveLength(1));
    const reply = await send('GET', '/transactions');
    expect(ids(reply)).toEqual([second, first]);
    expect(reply.headers.get('x-total-count')).toBe('2');
    expect(JSON.parse(reply.text)).toMatchObject([
      {
        serverCorrelationId: second,
        objectReference: expect.stringMatching(/^\d+$/),
        status: 'completed',
        amount: '700',
        debitMsisdn: '0343500003',
        reference: 'R-2',
        callbackUrl: world.receiver.url,
        callbacks: [{ kind: 'genuine', status: 200, error: null }],
        fees: [{ feeAmount: '11' }],
      },
      { status: 'pending', objectReference: null, callbackUrl: null, callbacks: [], fees: [] },
    ]);
  });
  it('GET /transactions searches, filters and limits', async () => {
    const one = await world.client.pay({ body: { amount: '777' } });
    const other = await world.client.pay({ body: { descriptionText: 'Vanilla' } });
    world.sandbox.reject(other);
    expect(ids(await send('GET', '/transactions?q=777'))).toEqual([one]);
    expect(ids(await send('GET', '/transactions?q=vanil'))).toEqual([other]);
    expect(ids(await send('GET', `/transactions?q=${one}`))).toEqual([one]);
    expect(ids(await send('GET', '/transactions?status=failed'))).toEqual([other]);
    const limited = await send('GET', '/transactions?limit=1');
    expect([ids(limited), limited.headers.get('x-total-count')]).toEqual([[other], '2']);
    for (const query of ['status=paid', 'limit=0', 'limit=x'])
      expect((await send('GET', `/transactions?${query}`)).status).toBe(400);
  });
  it('POST /faults adds rules behind the others, and DELETE removes one of them by its id', async () => {
    const own = { on: 'token', do: 'hang' };
    const [first, second] = [
      { on: 'initiate', do: 'fail-later', value: 'requestDeclined', match: { msisdn: '0343500003' }, times: 1 },
      { on: 'callback', do: 'drop' },
    ];
    await send('PUT', '/faults', [own]);
    const added = await send('POST', '/faults', [first, second]);
    const { ids: given } = z.parse(z.object({ ids: z.array(z.string()) }), JSON.parse(added.text));
    expect([added.status, new Set(given).size]).toEqual([201, 2]);
    expect(JSON.parse((await send('GET', '/faults')).text)).toEqual([own, first, second]);
    const removed = await send('DELETE', `/faults/${given[0]}`);
    expect([removed.status, JSON.parse(removed.text)]).toEqual([200, [own, second]]);
    // One that is used up is gone already.
    expect((await send('DELETE', `/faults/${given[0]}`)).status).toBe(404);
    expect(
      (
        await send(
          'POST',
          '/faults',
          Array.from({ length: 199 }, () => own),
        )
      ).status,
    ).toBe(400);
    expect((await send('POST', '/faults', [{ on: 'status', do: 'other-amount' }])).status).toBe(400);
  });
  it('POST /accounts adds a test number, and DELETE removes it once none of its payments is pending', async () => {
    const msisdn = '0381234567';
    const debitParty = [{ key: 'msisdn', value: msisdn }];
    expect((await send('POST', '/accounts', { msisdn, balance: '30000' })).status).toBe(201);
    expect((await send('POST', '/accounts', { msisdn, balance: '1' })).status).toBe(409);
    const id = await world.client.pay({ body: { debitParty } });
    expect((await send('DELETE', `/accounts/${msisdn}`)).status).toBe(409);
    expect(world.sandbox.approve(id).status).toBe('completed');
    expect((await send('DELETE', `/accounts/${msisdn}`)).status).toBe(204);
    expect((await send('DELETE', `/accounts/${msisdn}`)).status).toBe(404);
    expect((await send('DELETE', '/accounts/0343500003')).status).toBe(409);
    for (const account of [{ msisdn: '+1', balance: '1' }, { msisdn, balance: '-1' }, {}])
      expect((await send('POST', '/accounts', account)).status).toBe(400);
    expect(world.sandbox.audit()).toEqual([]);
  });
  it('POST /accounts with approvedByHand keeps automatic approval from the payments of the number', async () => {
    const msisdn = '0381234567';
    await world.restart({ autoApproveMs: 0 });
    await send('POST', '/accounts', { msisdn, balance: '30000', approvedByHand: true });
    const held = await world.client.pay({ body: { debitParty: [{ key: 'msisdn', value: msisdn }] } });
    await world.client.pay();
    await vi.waitFor(() =>
      expect(world.sandbox.transactions().map(({ status }) => status)).toEqual(['completed', 'pending']),
    );
    expect((await send('POST', `/transactions/${held}/approve`)).body).toMatchObject({ status: 'completed' });
  });
  it('POST /accounts with otherAmount: the details of its payments have one Ariary more than was paid', async () => {
    const msisdn = '0381234567';
    await send('POST', '/accounts', { msisdn, balance: '30000', otherAmount: true });
    const [other, own] = [
      await world.client.pay({ body: { debitParty: [{ key: 'msisdn', value: msisdn }] } }),
      await world.client.pay(),
    ].map((id) => String(world.sandbox.approve(id).objectReference));
    // What a completed transaction reports does not depend on the number any more.
    await send('DELETE', `/accounts/${msisdn}`);
    expect((await world.client.readDetails(String(other))).body.amount).toBe('25001');
    expect((await world.client.readDetails(String(own))).body.amount).toBe('25000');
  });
  it('POST approve, reject and callback return 404 for an unknown transaction and 409 if its status forbids it', async () => {
    const id = await world.client.pay();
    for (const action of ['approve', 'reject', 'callback'])
      expect((await send('POST', `/transactions/unknown-id/${action}`)).status).toBe(404);
    expect((await send('POST', `/transactions/${id}/callback`)).status).toBe(409);
    world.sandbox.approve(id);
    for (const action of ['approve', 'reject', 'callback'])
      expect((await send('POST', `/transactions/${id}/${action}`)).status).toBe(409);
  });
  it('POST reject accepts another operator status only in the live dialect', async () => {
    const id = await world.client.pay();
    expect((await send('POST', `/transactions/${id}/reject`, { as: 'declined' })).status).toBe(400);
    expect(world.sandbox.transactions()).toMatchObject([{ status: 'pending' }]);
    await world.restart({ dialect: 'live' });
    const liveId = await world.client.pay();
    expect((await send('POST', `/transactions/${liveId}/reject`, { as: 'DECLINED!' })).status).toBe(400);
    expect((await send('POST', `/transactions/${liveId}/reject`, { as: 'declined' })).body).toMatchObject({
      status: 'failed',
      operatorStatus: 'declined',
    });
  });
  it('POST callback sends a callback again', async () => {
    const id = await world.client.pay(world.toReceiver());
    world.sandbox.setFaults([{ on: 'callback', do: 'drop' }]);
    world.sandbox.approve(id);
    expect((await send('POST', `/transactions/${id}/callback`)).status).toBe(200);
    await vi.waitFor(() =>
      expect(world.sandbox.transactions()).toMatchObject([
        { callbacks: [{ kind: 'dropped' }, { kind: 'genuine', status: 200 }] },
      ]),
    );
  });

  it('GET and PUT /sandbox read and change the settings', async () => {
    expect((await send('GET', '/sandbox')).body).toMatchObject({
      dialect: 'spec',
      behaviour: { payerErrors: 'refuse', duplicates: 'accept' },
      autoApproveMs: null,
      accounts: [
        { msisdn: '0343500003', balance: '10000000' },
        { msisdn: '0343500004', balance: '10000000' },
      ],
      hasDefaultSecret: true,
      violations: [],
    });
    const changes = { autoApproveMs: 0, accounts: [{ msisdn: '0343500003', balance: '500' }] };
    expect((await send('PUT', '/sandbox', changes)).body).toMatchObject({
      autoApproveMs: 0,
      accounts: [{ balance: '500' }, {}],
    });
    expect((await world.client.initiate({ body: { amount: '501' } })).status).toBe(402);
    await world.client.pay({ body: { amount: '500' } });
    await vi.waitFor(() => expect(world.sandbox.transactions()).toMatchObject([{ status: 'completed' }]));
  });
  it.each([
    [{ behaviour: { fee: 'high' } }],
    [{ autoApproveMs: 'soon' }],
    [{ accounts: [{ msisdn: '0341234567', balance: '1' }] }],
    [[]],
  ])('PUT /sandbox rejects %j', async (body) => {
    expect((await send('PUT', '/sandbox', body)).status).toBe(400);
  });

  it.each<[string, Record<string, string>]>([
    ['a page of another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a page of another origin, in a browser without Sec-Fetch-Site', { Origin: 'https://attacker.example' }],
    ['a name of another site that leads to this machine', { Host: 'attacker.example:4010' }],
  ])('rejects requests from %s', async (_name, headers) => {
    const id = await world.client.pay();
    const approve = httpRequest(`${world.sandbox.url}${API}/transactions/${id}/approve`, {
      method: 'POST',
      headers,
    }).end();
    const [answer] = (await once(approve, 'response')) as [IncomingMessage];
    answer.resume();
    expect([answer.statusCode, world.sandbox.transactions()[0]?.status]).toEqual([403, 'pending']);
  });
  it('answers invalid input with 400 or 404', async () => {
    const json = { 'Content-Type': 'application/json' };
    expect((await world.client.request(`${API}/faults`, { method: 'PUT', headers: json, body: '[{' })).status).toBe(
      400,
    );
    expect((await world.client.request(`${API}/faults`, { method: 'PUT' })).status).toBe(400);
    expect((await send('POST', '/transactions/%zz/approve')).status).toBe(400);
    expect((await send('GET', '/nothing')).status).toBe(404);
  });
});

describe('/portal', () => {
  it('has a content security policy without inline code and without other origins', async () => {
    const page = await world.client.request('/portal');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(page.text).not.toMatch(/<script>|<style|\son\w+=|style=|https?:/);
  });
});
