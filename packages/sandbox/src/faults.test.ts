import { readOperatorError } from '@tsena/shared/operator';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createSandbox } from './createSandbox.ts';
import { FaultRules } from './operator/faultRules.ts';
import { Client } from './testing/client.ts';
import { useWorld } from './testing/world.ts';
import type { FaultRule } from './views/faultRule.ts';

const world = useWorld();
beforeEach(() => world.client.renewToken());

const connectionClosed = expect.objectContaining({ message: 'fetch failed' });
const lastRequest = () => world.sandbox.requests().at(-1);

describe('a request under a fault rule', () => {
  it('delay: is processed and answered after the delay', async () => {
    world.sandbox.setFaults([
      { on: 'initiate', do: 'delay', value: 1, times: 1 },
      { on: 'initiate', do: 'delay', value: 600_000 },
    ]);
    await world.client.pay();
    expect(lastRequest()).toMatchObject({ fault: 'delay', outcome: 200 });
    const response = world.client.initiate();
    await vi.waitFor(() => expect(world.sandbox.requests().filter(({ on }) => on === 'initiate')).toHaveLength(2));
    expect(lastRequest()).toMatchObject({ fault: 'delay', outcome: null });
    expect(world.sandbox.transactions()).toHaveLength(1);
    const closed = world.sandbox.close();
    await expect(response).rejects.toEqual(connectionClosed);
    await closed;
  });
  it('hang: gets no response and is not processed', async () => {
    world.sandbox.setFaults([{ on: 'initiate', do: 'hang' }]);
    const response = world.client.initiate();
    await vi.waitFor(() => expect(lastRequest()).toMatchObject({ on: 'initiate', outcome: 'hang' }));
    expect(world.sandbox.transactions()).toEqual([]);
    const closed = world.sandbox.close();
    await expect(response).rejects.toEqual(connectionClosed);
    await closed;
  });
  it('reset: has its connection reset and is not processed', async () => {
    world.sandbox.setFaults([{ on: 'initiate', do: 'reset' }]);
    await expect(world.client.initiate()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    expect(world.sandbox.transactions()).toEqual([]);
    expect(lastRequest()).toMatchObject({ outcome: 'reset' });
  });
  it('accept-then-reset: creates the payment without a response, and its callback is sent at approval', async () => {
    world.sandbox.setFaults([{ on: 'initiate', do: 'accept-then-reset' }]);
    await expect(world.client.initiate(world.toReceiver())).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    const [transaction] = world.sandbox.transactions();
    expect(transaction).toMatchObject({ status: 'pending' });
    expect(lastRequest()).toMatchObject({ outcome: 'reset', serverCorrelationId: transaction?.serverCorrelationId });
    world.sandbox.approve(String(transaction?.serverCorrelationId));
    await vi.waitFor(() =>
      expect(world.receiver.received).toMatchObject([{ body: { transactionStatus: 'completed' } }]),
    );
  });
  it('accept-then-status: creates the payment and gets the status', async () => {
    world.sandbox.setFaults([{ on: 'initiate', do: 'accept-then-status', value: 500 }]);
    expect((await world.client.initiate()).status).toBe(500);
    expect(world.sandbox.transactions()).toMatchObject([{ status: 'pending' }]);
  });
  it('expire-token: gets 401, like all later requests with an older token', async () => {
    world.sandbox.setFaults([{ on: 'initiate', do: 'expire-token', times: 1 }]);
    expect((await world.client.initiate()).status).toBe(401);
    expect((await world.client.initiate()).status).toBe(401);
    await world.client.renewToken();
    expect((await world.client.initiate()).status).toBe(200);
  });
  it.each([
    ['4002', 400, { code: 'formatError', description: 'Error in getting user language' }],
    ['insufficientFunds', 402, { code: 'insufficientFunds' }],
    ['identifierError', 404, { code: 'identifierError' }],
    ['duplicateRequest', 409, { code: 'duplicateRequest' }],
    ['genericError', 500, { code: 'genericError' }],
  ] as const)('business-error %s: gets %i and is not processed', async (value, status, error) => {
    world.sandbox.setFaults([{ on: 'initiate', do: 'business-error', value, times: 1 }]);
    const response = await world.client.initiate();
    expect([response.status, readOperatorError(response.body)]).toMatchObject([
      status,
      { shape: 'business', ...error },
    ]);
    expect(world.sandbox.transactions()).toEqual([]);
    expect((await world.client.initiate()).status).toBe(200);
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
    expect(readOperatorError((await other.readDetails(String(objectReference))).body)).toMatchObject({
      mmErrorCode: '4001',
    });
    await live.close();
  });
  it.each([
    ['insufficientFunds', { body: { amount: '700' } }],
    ['identifierError', { body: { debitParty: [{ key: 'msisdn', value: '0341234567' }] } }],
  ])('fail-later %s: is accepted as pending, and then the transaction fails', async (value, changes) => {
    world.sandbox.setFaults([{ on: 'initiate', do: 'fail-later', value }]);
    const response = await world.client.initiate({ ...changes, ...world.toReceiver() });
    expect([response.status, response.body]).toMatchObject([200, { status: 'pending' }]);
    await vi.waitFor(() =>
      expect(world.receiver.received).toMatchObject([
        { body: { transactionStatus: 'failed', serverCorrelationId: response.body.serverCorrelationId } },
      ]),
    );
    expect((await world.client.readStatus(String(response.body.serverCorrelationId))).body).toMatchObject({
      status: 'failed',
    });
    expect(world.sandbox.transactions()).toMatchObject([{ failure: expect.stringMatching(/unknown|not sufficient/) }]);
  });
  it('success-without-reference: a completed transaction gets success and an empty objectReference, and a pending one uses up no rule', async () => {
    const id = await world.client.pay();
    world.sandbox.setFaults([{ on: 'status', do: 'success-without-reference', times: 1 }]);
    expect((await world.client.readStatus(id)).body).toMatchObject({ status: 'pending' });
    const { objectReference } = world.sandbox.approve(id);
    expect((await world.client.readStatus(id)).body).toEqual({
      status: 'success',
      serverCorrelationId: id,
      notificationMethod: 'polling',
      objectReference: '',
    });
    expect((await world.client.readStatus(id)).body).toMatchObject({ status: 'completed', objectReference });
  });
  it('other-amount: the details have one Ariary more than was paid, and go on to have it', async () => {
    const { objectReference } = world.sandbox.approve(await world.client.pay());
    const { objectReference: other } = world.sandbox.approve(await world.client.pay());
    const before = await world.client.readDetails(String(objectReference));
    world.sandbox.setFaults([{ on: 'details', do: 'other-amount', times: 1 }]);
    const first = await world.client.readDetails(String(objectReference));
    const second = await world.client.readDetails(String(objectReference));
    expect([before.body.amount, first.body.amount, second.body.amount]).toEqual(['25000', '25001', '25001']);
    expect({ ...first.body, amount: '25000' }).toEqual(before.body);
    expect((await world.client.readDetails(String(other))).body.amount).toBe('25000');
  });
  it('garbage: gets 200 with a body that is not JSON', async () => {
    world.sandbox.setFaults([{ on: 'status', do: 'garbage' }]);
    const response = await world.client.readStatus(await world.client.pay());
    expect(response.status).toBe(200);
    expect(() => JSON.parse(response.text)).toThrow();
  });
});

describe('a callback under a fault rule', () => {
  const payAndApproveUnder = async (rule: FaultRule) => {
    world.sandbox.setFaults([rule]);
    const id = await world.client.pay(world.toReceiver());
    world.sandbox.approve(id);
    return id;
  };
  const expectCallbacks = (callbacks: unknown) =>
    vi.waitFor(() => expect(world.sandbox.transactions()[0]?.callbacks).toMatchObject(Object(callbacks)));

  it('delay: is sent after the delay', async () => {
    await payAndApproveUnder({ on: 'callback', do: 'delay', value: 1 });
    await expectCallbacks([{ kind: 'genuine', status: 200 }]);
    const late = await payAndApproveUnder({ on: 'callback', do: 'delay', value: 600_000, times: 1 });
    const prompt = await world.client.pay(world.toReceiver());
    world.sandbox.approve(prompt);
    await vi.waitFor(() => expect(world.receiver.received.at(-1)?.body).toMatchObject({ serverCorrelationId: prompt }));
    expect(world.receiver.received.filter(({ body }) => body.serverCorrelationId === late)).toEqual([]);
  });
  it('early: approves the payment and sends the callback before the initiation response', async () => {
    world.sandbox.setFaults([{ on: 'callback', do: 'early', times: 1 }]);
    const response = await world.client.initiate(world.toReceiver());
    expect(response.body).toMatchObject({ status: 'pending' });
    expect(world.receiver.received).toMatchObject([
      { body: { transactionStatus: 'completed', serverCorrelationId: response.body.serverCorrelationId } },
    ]);
    expect((await world.client.readStatus(String(response.body.serverCorrelationId))).body).toMatchObject({
      status: 'completed',
    });
    await world.client.pay(world.toReceiver());
    expect(world.sandbox.transactions()[0]).toMatchObject({ status: 'pending' });
  });
  it('early: does not approve a payment without a callback address', async () => {
    world.sandbox.setFaults([{ on: 'callback', do: 'early' }]);
    await world.client.pay();
    expect(world.sandbox.transactions()).toMatchObject([{ status: 'pending' }]);
  });
});

describe('the choice of the fault rule', () => {
  it('match: compares a status or details request with its transaction', async () => {
    const [one, other] = [await world.client.pay({ body: { amount: '700' } }), await world.client.pay()];
    const reference = world.sandbox.approve(one).objectReference;
    world.sandbox.setFaults([
      { on: 'status', do: 'status', value: 503, match: { amount: '700' } },
      { on: 'details', do: 'status', value: 504, match: { amount: '700' } },
    ]);
    expect((await world.client.readStatus(one)).status).toBe(503);
    expect((await world.client.readStatus(other)).status).toBe(200);
    expect((await world.client.readDetails(String(reference))).status).toBe(504);
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
  const put = (rules: unknown) => world.client.portal('PUT', '/faults', rules);

  it('PUT replaces the rules, GET returns them with the remaining times, DELETE removes them', async () => {
    const rule = { on: 'initiate', do: 'status', value: 500, times: 2 };
    expect((await put([{ on: 'token', do: 'hang' }])).status).toBe(200);
    expect((await put([rule])).status).toBe(200);
    await world.client.initiate();
    expect(JSON.parse((await world.client.request('/portal/api/faults')).text)).toEqual([{ ...rule, times: 1 }]);
    expect((await world.client.request('/portal/api/faults', { method: 'DELETE' })).text).toBe('[]');
    expect((await world.client.initiate()).status).toBe(200);
  });
});

describe.each(['spec', 'live'] as const)('the behaviour that nobody has recorded, %s dialect', (dialect) => {
  const accepted = dialect === 'spec' ? 200 : 202;
  const REFERENCE = { body: { requestingOrganisationTransactionReference: 'R-1' } };
  const unknownPayer = { body: { debitParty: [{ key: 'msisdn', value: '0341234567' }] } };
  const tooMuch = { body: { amount: '10000001' } };

  it('duplicates conflict: a second initiation with the same reference gets 409, also after the first one failed', async () => {
    await world.restart({ dialect, behaviour: { duplicates: 'conflict' } });
    const id = await world.client.pay(REFERENCE);
    const again = await world.client.initiate(REFERENCE);
    expect([again.status, readOperatorError(again.body)]).toMatchObject([
      409,
      { shape: 'business', code: 'duplicateRequest' },
    ]);
    world.sandbox.reject(id);
    expect((await world.client.initiate(REFERENCE)).status).toBe(409);
    expect(world.sandbox.transactions()).toHaveLength(1);
  });
  it('payerErrors fail-later: an unknown payer or too low a balance is accepted, and then the transaction fails', async () => {
    await world.restart({ dialect, behaviour: { payerErrors: 'fail-later' } });
    for (const changes of [unknownPayer, tooMuch]) {
      const id = await world.client.pay({ ...changes, ...world.toReceiver() });
      await vi.waitFor(async () =>
        expect((await world.client.readStatus(id)).body).toMatchObject({ status: 'failed' }),
      );
    }
    await vi.waitFor(() => expect(world.receiver.received).toHaveLength(2));
    const { status } = await world.client.initiate();
    expect([status, world.sandbox.transactions()[0]?.status]).toEqual([accepted, 'pending']);
  });
});
