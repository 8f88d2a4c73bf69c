import { readOperatorError } from '@tsena/shared/operator';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSandbox, type Sandbox } from './createSandbox.ts';
import { Faults } from './faults.ts';
import type { FaultRule } from './page/views.ts';
import { Client } from './testing/client.ts';
import { createReceiver, type Receiver } from './testing/receiver.ts';

let sandbox: Sandbox;
let client: Client;
let receiver: Receiver;

beforeEach(async () => {
  sandbox = await createSandbox();
  client = new Client(sandbox);
  await client.token();
  receiver = await createReceiver();
});
afterEach(async () => {
  expect(sandbox.audit()).toEqual([]);
  await sandbox.close();
  await receiver.close();
});

const gone = expect.objectContaining({ message: 'fetch failed' });
const toReceiver = () => ({ headers: { 'X-Callback-URL': receiver.url } });
const lastRequest = () => sandbox.requests().at(-1);

describe('faults of requests', () => {
  it('delay: does the work later, and then answers', async () => {
    sandbox.setFaults([
      { on: 'initiate', do: 'delay', value: 1, times: 1 },
      { on: 'initiate', do: 'delay', value: 600_000 },
    ]);
    await client.pay();
    expect(lastRequest()).toMatchObject({ fault: 'delay', answered: 200 });
    const asked = client.initiate();
    await vi.waitFor(() => expect(sandbox.requests().filter(({ on }) => on === 'initiate')).toHaveLength(2));
    expect(lastRequest()).toMatchObject({ fault: 'delay', answered: null });
    expect(sandbox.transactions()).toHaveLength(1);
    const closed = sandbox.close();
    await expect(asked).rejects.toEqual(gone);
    await closed;
  });
  it('status: answers so, and nothing is done', async () => {
    sandbox.setFaults([{ on: 'initiate', do: 'status', value: 500 }]);
    const answer = await client.initiate();
    expect([answer.status, readOperatorError(answer.body)]).toMatchObject([500, { shape: 'business' }]);
    expect(sandbox.transactions()).toEqual([]);
  });
  it('hang: never answers, and nothing is done', async () => {
    sandbox.setFaults([{ on: 'initiate', do: 'hang' }]);
    const asked = client.initiate();
    await vi.waitFor(() => expect(lastRequest()).toMatchObject({ on: 'initiate', answered: 'hang' }));
    expect(sandbox.transactions()).toEqual([]);
    const closed = sandbox.close();
    await expect(asked).rejects.toEqual(gone);
    await closed;
  });
  it('reset: breaks the connection, and nothing is done', async () => {
    sandbox.setFaults([{ on: 'initiate', do: 'reset' }]);
    await expect(client.initiate()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    expect(sandbox.transactions()).toEqual([]);
    expect(lastRequest()).toMatchObject({ answered: 'reset' });
  });
  it('accept-then-reset: the payment is there, no answer is; its callback comes with the approval', async () => {
    sandbox.setFaults([{ on: 'initiate', do: 'accept-then-reset' }]);
    await expect(client.initiate(toReceiver())).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    const [transaction] = sandbox.transactions();
    expect(transaction).toMatchObject({ status: 'pending' });
    expect(lastRequest()).toMatchObject({ answered: 'reset', serverCorrelationId: transaction?.serverCorrelationId });
    sandbox.approve(String(transaction?.serverCorrelationId));
    await vi.waitFor(() => expect(receiver.received).toMatchObject([{ body: { transactionStatus: 'completed' } }]));
  });
  it('accept-then-hang: the payment is there, the answer never comes', async () => {
    sandbox.setFaults([{ on: 'initiate', do: 'accept-then-hang' }]);
    const abort = new AbortController();
    const token = await client.token();
    const asked = client.request('/svc/mm/transactions/type/merchantpay/1.0.0/', {
      method: 'POST',
      headers: { ...client.headers(), Authorization: `Bearer ${token}` },
      body: JSON.stringify(client.body()),
      signal: abort.signal,
    });
    await vi.waitFor(() => expect(sandbox.transactions()).toMatchObject([{ status: 'pending' }]));
    expect(lastRequest()).toMatchObject({ answered: 'hang' });
    abort.abort();
    await expect(asked).rejects.toThrow();
  });
  it('accept-then-status: the payment is there although the answer says 500', async () => {
    sandbox.setFaults([{ on: 'initiate', do: 'accept-then-status', value: 500 }]);
    expect((await client.initiate()).status).toBe(500);
    expect(sandbox.transactions()).toMatchObject([{ status: 'pending' }]);
  });
  it('accept-then-…: a refusal is answered as it is', async () => {
    sandbox.setFaults([{ on: 'initiate', do: 'accept-then-hang' }]);
    expect((await client.initiate({ body: { amount: '1' } })).status).toBe(400);
  });
  it('throttle: 429 with Retry-After', async () => {
    sandbox.setFaults([{ on: 'status', do: 'throttle', value: 3 }]);
    const answer = await client.status('x');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '3']);
  });
  it('expire-token: this request gets 401, and so do all later ones with a token from before', async () => {
    sandbox.setFaults([{ on: 'initiate', do: 'expire-token', times: 1 }]);
    expect((await client.initiate()).status).toBe(401);
    expect((await client.initiate()).status).toBe(401);
    await client.token();
    expect((await client.initiate()).status).toBe(200);
  });
  it('garbage: 200 with something that is not JSON', async () => {
    sandbox.setFaults([{ on: 'status', do: 'garbage' }]);
    const answer = await client.status(await client.pay());
    expect(answer.status).toBe(200);
    expect(() => JSON.parse(answer.text)).toThrow();
  });
});

describe('faults of callbacks', () => {
  const approved = async (rule: FaultRule) => {
    sandbox.setFaults([rule]);
    const id = await client.pay(toReceiver());
    sandbox.approve(id);
    return id;
  };
  const noted = (callbacks: unknown) => vi.waitFor(() => expect(sandbox.transactions()[0]?.callbacks).toMatchObject(Object(callbacks)));

  it('drop: is not sent, and says so', async () => {
    await approved({ on: 'callback', do: 'drop' });
    await noted([{ kind: 'dropped', status: null }]);
    expect(receiver.received).toEqual([]);
  });
  it('delay: comes later', async () => {
    await approved({ on: 'callback', do: 'delay', value: 1 });
    await noted([{ kind: 'true', status: 200 }]);
    const late = await approved({ on: 'callback', do: 'delay', value: 600_000, times: 1 });
    const prompt = await client.pay(toReceiver());
    sandbox.approve(prompt);
    await vi.waitFor(() => expect(receiver.received.at(-1)?.body).toMatchObject({ serverCorrelationId: prompt }));
    expect(receiver.received.filter(({ body }) => body.serverCorrelationId === late)).toEqual([]);
  });
  it('duplicate: comes so often in all', async () => {
    const id = await approved({ on: 'callback', do: 'duplicate', value: 3 });
    await noted([{ kind: 'true' }, { kind: 'true' }, { kind: 'true' }]);
    expect(receiver.received.map(({ body }) => body.serverCorrelationId)).toEqual([id, id, id]);
  });
  it('forge: a wrong body first, then the true one', async () => {
    const id = await approved({ on: 'callback', do: 'forge' });
    await noted([{ kind: 'forged' }, { kind: 'true' }]);
    expect(receiver.received[0]?.body).toMatchObject({ transactionStatus: 'failed' });
    expect(receiver.received[0]?.body.serverCorrelationId).not.toBe(id);
    expect(receiver.received[1]?.body).toMatchObject({ transactionStatus: 'completed', serverCorrelationId: id });
  });
  it('forge: the true one waits until the forged one is answered', async () => {
    let seen = 0;
    const slow: Receiver = await createReceiver((response) => {
      const first = slow.received.length === 1;
      setTimeout(
        () => {
          if (first) seen = slow.received.length;
          response.end();
        },
        first ? 50 : 0,
      );
    });
    sandbox.setFaults([{ on: 'callback', do: 'forge' }]);
    sandbox.approve(await client.pay({ headers: { 'X-Callback-URL': slow.url } }));
    await noted([{ kind: 'forged' }, { kind: 'true' }]);
    expect(seen).toBe(1);
    await slow.close();
  });
  it('early: approved and told before the initiation’s own answer', async () => {
    sandbox.setFaults([{ on: 'callback', do: 'early', times: 1 }]);
    const answer = await client.initiate(toReceiver());
    expect(answer.body).toMatchObject({ status: 'pending' });
    expect(receiver.received).toMatchObject([
      { body: { transactionStatus: 'completed', serverCorrelationId: answer.body.serverCorrelationId } },
    ]);
    expect((await client.status(String(answer.body.serverCorrelationId))).body).toMatchObject({ status: 'completed' });
    await client.pay(toReceiver());
    expect(sandbox.transactions()[0]).toMatchObject({ status: 'pending' });
  });
  it('early: leaves a payment without a callback address alone', async () => {
    sandbox.setFaults([{ on: 'callback', do: 'early' }]);
    await client.pay();
    expect(sandbox.transactions()).toMatchObject([{ status: 'pending' }]);
  });
});

describe('which rule applies', () => {
  it('the first that matches, until it is spent', async () => {
    sandbox.setFaults([
      { on: 'initiate', do: 'status', value: 500, times: 2 },
      { on: 'initiate', do: 'status', value: 409 },
    ]);
    const statuses = [await client.initiate(), await client.initiate(), await client.initiate()].map(({ status }) => status);
    expect(statuses).toEqual([500, 500, 409]);
  });
  it('match: number and amount of the payment, in whichever spelling the number comes', async () => {
    sandbox.setFaults([{ on: 'initiate', do: 'status', value: 500, match: { msisdn: '261343500003', amount: '700' } }]);
    expect((await client.initiate()).status).toBe(200);
    expect((await client.initiate({ body: { amount: '700' } })).status).toBe(500);
    const other = { debitParty: [{ key: 'msisdn', value: '0343500004' }], creditParty: [{ key: 'msisdn', value: '0343500003' }] };
    expect((await client.initiate({ body: { amount: '700', ...other } })).status).toBe(200);
  });
  it('match: a lookup is matched by the payment that it asks for', async () => {
    const [one, other] = [await client.pay({ body: { amount: '700' } }), await client.pay()];
    const reference = sandbox.approve(one).objectReference;
    sandbox.setFaults([
      { on: 'status', do: 'status', value: 503, match: { amount: '700' } },
      { on: 'details', do: 'status', value: 504, match: { amount: '700' } },
    ]);
    expect((await client.status(one)).status).toBe(503);
    expect((await client.status(other)).status).toBe(200);
    expect((await client.details(String(reference))).status).toBe(504);
  });
  it('probability: the same seed gives the same faults again, another seed others', () => {
    const draw = (seed: number) => {
      const faults = new Faults([{ on: 'status', do: 'hang', probability: 0.3 }], seed);
      return Array.from({ length: 1000 }, () => faults.forRequest('status', {}) !== undefined);
    };
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
    const hits = draw(7).filter(Boolean).length;
    expect(hits).toBeGreaterThan(250);
    expect(hits).toBeLessThan(350);
  });
  it('probability 0 never, 1 always', () => {
    const faults = new Faults([{ on: 'status', do: 'hang', probability: 0 }], 1);
    expect(Array.from({ length: 100 }, () => faults.forRequest('status', {})).filter((rule) => rule !== undefined)).toEqual([]);
    faults.replace([{ on: 'status', do: 'hang', probability: 1 }]);
    expect(Array.from({ length: 100 }, () => faults.forRequest('status', {})).filter((rule) => rule === undefined)).toEqual([]);
  });
});

describe('the portal’s fault API', () => {
  const put = (rules: unknown) =>
    client.request('/portal/api/faults', { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(rules) });

  it('PUT replaces the list, GET shows it with what is left, DELETE clears it', async () => {
    const rule = { on: 'initiate', do: 'status', value: 500, times: 2 };
    expect((await put([{ on: 'token', do: 'hang' }])).status).toBe(200);
    expect((await put([rule])).status).toBe(200);
    await client.initiate();
    expect(JSON.parse((await client.request('/portal/api/faults', {})).text)).toEqual([{ ...rule, times: 1 }]);
    expect((await client.request('/portal/api/faults', { method: 'DELETE' })).text).toBe('[]');
    expect((await client.initiate()).status).toBe(200);
  });
  it('an amount may be written as a number', async () => {
    await put([{ on: 'initiate', do: 'status', value: 500, match: { amount: 700 } }]);
    expect((await client.initiate({ body: { amount: '700' } })).status).toBe(500);
  });
  it.each([
    [{ on: 'initiate', do: 'hang' }, 'expected array'],
    [[{ on: 'refund', do: 'hang' }], '0.on'],
    [[{ on: 'initiate', do: 'early' }], '0.do'],
    [[{ on: 'callback', do: 'hang' }], '0.do'],
    [[{ on: 'initiate', do: 'status' }], 'HTTP status'],
    [[{ on: 'initiate', do: 'status', value: 99 }], 'HTTP status'],
    [[{ on: 'initiate', do: 'delay', value: -1 }], 'ms'],
    [[{ on: 'initiate', do: 'hang', value: 1 }], 'takes no value'],
    [[{ on: 'callback', do: 'duplicate', value: 1 }], 'how often'],
    [[{ on: 'initiate', do: 'hang', probability: 2 }], '0.probability'],
    [[{ on: 'initiate', do: 'hang', times: 0 }], '0.times'],
    [[{ on: 'initiate', do: 'hang', match: { reference: 'x' } }], '0.match'],
    [[{ on: 'initiate', do: 'hang', extra: 1 }], 'extra'],
  ])('refuses %j and says why', async (rules, why) => {
    const answer = await put(rules);
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toContain(why);
  });
});
