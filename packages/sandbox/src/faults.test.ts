import { readOperatorError } from '@tsena/shared/operator';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSandbox, type Sandbox } from './createSandbox.ts';
import { FaultRules } from './faultRules.ts';
import type { Behaviour, FaultRule } from './page/views.ts';
import { Client } from './testing/client.ts';
import { createReceiver, type Receiver } from './testing/receiver.ts';

let sandbox: Sandbox;
let client: Client;
let receiver: Receiver;

beforeEach(async () => {
  sandbox = await createSandbox();
  client = new Client(sandbox);
  await client.renewToken();
  receiver = await createReceiver();
});
afterEach(async () => {
  expect(sandbox.audit()).toEqual([]);
  await sandbox.close();
  await receiver.close();
});

const connectionClosed = expect.objectContaining({ message: 'fetch failed' });
const toReceiver = () => ({ headers: { 'X-Callback-URL': receiver.url } });
const lastRequest = () => sandbox.requests().at(-1);

describe('a request under a fault rule', () => {
  it('delay: is processed and answered after the delay', async () => {
    sandbox.setFaults([
      { on: 'initiate', do: 'delay', value: 1, times: 1 },
      { on: 'initiate', do: 'delay', value: 600_000 },
    ]);
    await client.pay();
    expect(lastRequest()).toMatchObject({ fault: 'delay', outcome: 200 });
    const response = client.initiate();
    await vi.waitFor(() => expect(sandbox.requests().filter(({ on }) => on === 'initiate')).toHaveLength(2));
    expect(lastRequest()).toMatchObject({ fault: 'delay', outcome: null });
    expect(sandbox.transactions()).toHaveLength(1);
    const closed = sandbox.close();
    await expect(response).rejects.toEqual(connectionClosed);
    await closed;
  });
  it('hang: gets no response and is not processed', async () => {
    sandbox.setFaults([{ on: 'initiate', do: 'hang' }]);
    const response = client.initiate();
    await vi.waitFor(() => expect(lastRequest()).toMatchObject({ on: 'initiate', outcome: 'hang' }));
    expect(sandbox.transactions()).toEqual([]);
    const closed = sandbox.close();
    await expect(response).rejects.toEqual(connectionClosed);
    await closed;
  });
  it('reset: has its connection reset and is not processed', async () => {
    sandbox.setFaults([{ on: 'initiate', do: 'reset' }]);
    await expect(client.initiate()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    expect(sandbox.transactions()).toEqual([]);
    expect(lastRequest()).toMatchObject({ outcome: 'reset' });
  });
  it('accept-then-reset: creates the payment without a response, and its callback is sent at approval', async () => {
    sandbox.setFaults([{ on: 'initiate', do: 'accept-then-reset' }]);
    await expect(client.initiate(toReceiver())).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    const [transaction] = sandbox.transactions();
    expect(transaction).toMatchObject({ status: 'pending' });
    expect(lastRequest()).toMatchObject({ outcome: 'reset', serverCorrelationId: transaction?.serverCorrelationId });
    sandbox.approve(String(transaction?.serverCorrelationId));
    await vi.waitFor(() => expect(receiver.received).toMatchObject([{ body: { transactionStatus: 'completed' } }]));
  });
  it('accept-then-status: creates the payment and gets the status', async () => {
    sandbox.setFaults([{ on: 'initiate', do: 'accept-then-status', value: 500 }]);
    expect((await client.initiate()).status).toBe(500);
    expect(sandbox.transactions()).toMatchObject([{ status: 'pending' }]);
  });
  it('expire-token: gets 401, like all later requests with an older token', async () => {
    sandbox.setFaults([{ on: 'initiate', do: 'expire-token', times: 1 }]);
    expect((await client.initiate()).status).toBe(401);
    expect((await client.initiate()).status).toBe(401);
    await client.renewToken();
    expect((await client.initiate()).status).toBe(200);
  });
  it.each([
    ['4002', 400, { code: 'formatError', description: 'Error in getting user language' }],
    ['insufficientFunds', 402, { code: 'insufficientFunds' }],
    ['identifierError', 404, { code: 'identifierError' }],
    ['duplicateRequest', 409, { code: 'duplicateRequest' }],
    ['genericError', 500, { code: 'genericError' }],
  ] as const)('business-error %s: gets %i and is not processed', async (value, status, error) => {
    sandbox.setFaults([{ on: 'initiate', do: 'business-error', value, times: 1 }]);
    const response = await client.initiate();
    expect([response.status, readOperatorError(response.body)]).toMatchObject([status, { shape: 'business', ...error }]);
    expect(sandbox.transactions()).toEqual([]);
    expect((await client.initiate()).status).toBe(200);
  });
  it('business-error: has the mmErrorCode in the live dialect, on status and details too', async () => {
    const live = await createSandbox({ dialect: 'live' });
    const other = new Client(live);
    const id = await other.pay();
    const { objectReference } = live.approve(id);
    live.setFaults([
      { on: 'status', do: 'business-error', value: '4002', times: 1 },
      { on: 'details', do: 'business-error', value: '4001', times: 1 },
    ]);
    expect(readOperatorError((await other.readStatus(id)).body)).toMatchObject({ mmErrorCode: '4002' });
    expect(readOperatorError((await other.readDetails(String(objectReference))).body)).toMatchObject({ mmErrorCode: '4001' });
    await live.close();
  });
  it.each([
    ['insufficientFunds', { body: { amount: '700' } }],
    ['identifierError', { body: { debitParty: [{ key: 'msisdn', value: '0341234567' }] } }],
  ])('fail-later %s: is accepted as pending, and then the transaction fails', async (value, changes) => {
    sandbox.setFaults([{ on: 'initiate', do: 'fail-later', value }]);
    const response = await client.initiate({ ...changes, ...toReceiver() });
    expect([response.status, response.body]).toMatchObject([200, { status: 'pending' }]);
    await vi.waitFor(() =>
      expect(receiver.received).toMatchObject([
        { body: { transactionStatus: 'failed', serverCorrelationId: response.body.serverCorrelationId } },
      ]),
    );
    expect((await client.readStatus(String(response.body.serverCorrelationId))).body).toMatchObject({ status: 'failed' });
    expect(sandbox.transactions()).toMatchObject([{ failure: expect.stringMatching(/unknown|not sufficient/) }]);
  });
  it('success-without-reference: a completed transaction gets success and an empty objectReference, and a pending one uses up no rule', async () => {
    const id = await client.pay();
    sandbox.setFaults([{ on: 'status', do: 'success-without-reference', times: 1 }]);
    expect((await client.readStatus(id)).body).toMatchObject({ status: 'pending' });
    const { objectReference } = sandbox.approve(id);
    expect((await client.readStatus(id)).body).toEqual({
      status: 'success',
      serverCorrelationId: id,
      notificationMethod: 'polling',
      objectReference: '',
    });
    expect((await client.readStatus(id)).body).toMatchObject({ status: 'completed', objectReference });
  });
  it('garbage: gets 200 with a body that is not JSON', async () => {
    sandbox.setFaults([{ on: 'status', do: 'garbage' }]);
    const response = await client.readStatus(await client.pay());
    expect(response.status).toBe(200);
    expect(() => JSON.parse(response.text)).toThrow();
  });
});

describe('a callback under a fault rule', () => {
  const payAndApproveUnder = async (rule: FaultRule) => {
    sandbox.setFaults([rule]);
    const id = await client.pay(toReceiver());
    sandbox.approve(id);
    return id;
  };
  const expectCallbacks = (callbacks: unknown) =>
    vi.waitFor(() => expect(sandbox.transactions()[0]?.callbacks).toMatchObject(Object(callbacks)));

  it('delay: is sent after the delay', async () => {
    await payAndApproveUnder({ on: 'callback', do: 'delay', value: 1 });
    await expectCallbacks([{ kind: 'genuine', status: 200 }]);
    const late = await payAndApproveUnder({ on: 'callback', do: 'delay', value: 600_000, times: 1 });
    const prompt = await client.pay(toReceiver());
    sandbox.approve(prompt);
    await vi.waitFor(() => expect(receiver.received.at(-1)?.body).toMatchObject({ serverCorrelationId: prompt }));
    expect(receiver.received.filter(({ body }) => body.serverCorrelationId === late)).toEqual([]);
  });
  it('early: approves the payment and sends the callback before the initiation response', async () => {
    sandbox.setFaults([{ on: 'callback', do: 'early', times: 1 }]);
    const response = await client.initiate(toReceiver());
    expect(response.body).toMatchObject({ status: 'pending' });
    expect(receiver.received).toMatchObject([
      { body: { transactionStatus: 'completed', serverCorrelationId: response.body.serverCorrelationId } },
    ]);
    expect((await client.readStatus(String(response.body.serverCorrelationId))).body).toMatchObject({ status: 'completed' });
    await client.pay(toReceiver());
    expect(sandbox.transactions()[0]).toMatchObject({ status: 'pending' });
  });
  it('early: does not approve a payment without a callback address', async () => {
    sandbox.setFaults([{ on: 'callback', do: 'early' }]);
    await client.pay();
    expect(sandbox.transactions()).toMatchObject([{ status: 'pending' }]);
  });
});

describe('the choice of the fault rule', () => {
  it('match: compares a status or details request with its transaction', async () => {
    const [one, other] = [await client.pay({ body: { amount: '700' } }), await client.pay()];
    const reference = sandbox.approve(one).objectReference;
    sandbox.setFaults([
      { on: 'status', do: 'status', value: 503, match: { amount: '700' } },
      { on: 'details', do: 'status', value: 504, match: { amount: '700' } },
    ]);
    expect((await client.readStatus(one)).status).toBe(503);
    expect((await client.readStatus(other)).status).toBe(200);
    expect((await client.readDetails(String(reference))).status).toBe(504);
  });
  it('probability: the same seed gives the same faults, another seed gives others', () => {
    const draw = (seed: number) => {
      const faults = new FaultRules([{ on: 'status', do: 'hang', probability: 0.3 }], seed);
      return Array.from({ length: 1000 }, () => faults.takeRequestRule('status', {}) !== undefined);
    };
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
    const hits = draw(7).filter(Boolean).length;
    expect(hits).toBeGreaterThan(250);
    expect(hits).toBeLessThan(350);
  });
});

describe('/portal/api/faults', () => {
  const put = (rules: unknown) =>
    client.request('/portal/api/faults', { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(rules) });

  it('PUT replaces the rules, GET returns them with the remaining times, DELETE removes them', async () => {
    const rule = { on: 'initiate', do: 'status', value: 500, times: 2 };
    expect((await put([{ on: 'token', do: 'hang' }])).status).toBe(200);
    expect((await put([rule])).status).toBe(200);
    await client.initiate();
    expect(JSON.parse((await client.request('/portal/api/faults', {})).text)).toEqual([{ ...rule, times: 1 }]);
    expect((await client.request('/portal/api/faults', { method: 'DELETE' })).text).toBe('[]');
    expect((await client.initiate()).status).toBe(200);
  });
  it('PUT rejects a rule with a reason, and keeps the rules', async () => {
    const response = await put([{ on: 'callback', do: 'duplicate', value: 1 }]);
    expect([response.status, response.body.detail]).toEqual([400, expect.stringContaining('total number of callbacks')]);
    expect((await client.initiate()).status).toBe(200);
  });
});

describe.each(['spec', 'live'] as const)('the behaviour that nobody has recorded, %s dialect', (dialect) => {
  const accepted = dialect === 'spec' ? 200 : 202;
  const REFERENCE = { body: { requestingOrganisationTransactionReference: 'R-1' } };
  const unknownPayer = { body: { debitParty: [{ key: 'msisdn', value: '0341234567' }] } };
  const tooMuch = { body: { amount: '10000001' } };

  const start = async (behaviour: Partial<Behaviour>) => {
    await sandbox.close();
    sandbox = await createSandbox({ dialect, behaviour });
    client = new Client(sandbox);
  };

  it('duplicates conflict: a second initiation with the same reference gets 409, also after the first one failed', async () => {
    await start({ duplicates: 'conflict' });
    const id = await client.pay(REFERENCE);
    const again = await client.initiate(REFERENCE);
    expect([again.status, readOperatorError(again.body)]).toMatchObject([409, { shape: 'business', code: 'duplicateRequest' }]);
    sandbox.reject(id);
    expect((await client.initiate(REFERENCE)).status).toBe(409);
    expect(sandbox.transactions()).toHaveLength(1);
  });
  it('payerErrors fail-later: an unknown payer or too low a balance is accepted, and then the transaction fails', async () => {
    await start({ payerErrors: 'fail-later' });
    for (const changes of [unknownPayer, tooMuch]) {
      const id = await client.pay({ ...changes, ...toReceiver() });
      await vi.waitFor(async () => expect((await client.readStatus(id)).body).toMatchObject({ status: 'failed' }));
    }
    await vi.waitFor(() => expect(receiver.received).toHaveLength(2));
    const { status } = await client.initiate();
    expect([status, sandbox.transactions()[0]?.status]).toEqual([accepted, 'pending']);
  });
});
