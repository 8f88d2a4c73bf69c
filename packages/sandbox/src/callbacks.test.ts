import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Callbacks } from './callbacks.ts';
import { Ledger, type Transaction } from './ledger.ts';
import { type Settings, settle } from './options.ts';
import type { Dialect } from './page/views.ts';
import { createReceiver, type Receiver } from './testing/receiver.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PARTIES = {
  debitParty: [{ key: 'msisdn', value: '0343500003' }],
  creditParty: [{ key: 'msisdn', value: '0343500004' }],
};

let receiver: Receiver;
let settings: Settings;
let ledger: Ledger;
let callbacks: Callbacks;

function start(dialect: Dialect = 'spec'): void {
  settings = settle({ dialect, now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 678) });
  ledger = new Ledger(settings, () => undefined);
  callbacks = new Callbacks(ledger, settings);
}

beforeEach(async () => {
  receiver = await createReceiver();
  start();
});
afterEach(async () => {
  await callbacks.close(0);
  await receiver.close();
});

function open(callbackUrl: string | null = receiver.url): Transaction {
  return ledger.open({
    amount: '546',
    currency: 'Ar',
    debitMsisdn: '0343500003',
    creditMsisdn: '0343500004',
    ...PARTIES,
    description: 'Order 7',
    reference: 'R-1',
    correlationId: 'corr-1',
    partnerName: 'Shop',
    userLanguage: 'MG',
    callbackUrl,
  });
}

function completed(callbackUrl?: string | null): Transaction {
  return ledger.complete(open(callbackUrl).serverCorrelationId);
}

function failed(): Transaction {
  return ledger.fail(open().serverCorrelationId);
}

function notesOf({ serverCorrelationId }: Transaction) {
  return ledger.find(serverCorrelationId)?.callbacks;
}

/** An address at which nothing listens. */
async function findDeafAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
}

describe('a callback', () => {
  it('of the document has the status, the id, and what a completed one brings: its reference and fees', async () => {
    const paid = completed();
    await callbacks.send(paid);
    expect(receiver.received).toEqual([
      {
        method: 'PUT',
        url: '/callbacks/secret',
        type: 'application/json',
        body: {
          transactionStatus: 'completed',
          serverCorrelationId: paid.serverCorrelationId,
          transactionReference: paid.objectReference,
          fees: [{ feeAmount: '6' }],
        },
      },
    ]);
    expect(notesOf(paid)).toEqual([
      {
        at: '2026-01-02T03:04:05.678Z',
        kind: 'true',
        transactionStatus: 'completed',
        status: 200,
        error: null,
        ms: expect.any(Number),
      },
    ]);
  });

  it('of the document has no more than status and id for a failed one', async () => {
    const refused = failed();
    await callbacks.send(refused);
    expect(receiver.received.map(({ body }) => body)).toEqual([
      { transactionStatus: 'failed', serverCorrelationId: refused.serverCorrelationId },
    ]);
  });

  it('of the live dialect has the date, both parties and the correlation id too', async () => {
    start('live');
    const [paid, refused] = [completed(), failed()];
    await callbacks.send(paid);
    await callbacks.send(refused);
    const common = {
      requestDate: '2026-01-02T03:04:05.678Z',
      ...PARTIES,
      metadata: [{ key: 'XCorrelationId', value: 'corr-1' }],
    };
    expect(receiver.received.map(({ body }) => body)).toEqual([
      {
        transactionStatus: 'completed',
        serverCorrelationId: paid.serverCorrelationId,
        transactionReference: paid.objectReference,
        fees: [{ feeAmount: '5.46' }],
        ...common,
      },
      { transactionStatus: 'failed', serverCorrelationId: refused.serverCorrelationId, transactionReference: '', ...common },
    ]);
  });

  it('tells how it stood when it was to be sent, whatever happens meanwhile', async () => {
    const pending = open();
    const sent = callbacks.send(pending, { on: 'callback', do: 'delay', value: 1 });
    ledger.fail(pending.serverCorrelationId);
    await sent;
    expect(receiver.received.map(({ body }) => body.transactionStatus)).toEqual(['pending']);
  });

  it('is not sent where no address was given', async () => {
    const paid = completed(null);
    await callbacks.send(paid);
    await callbacks.send(paid, { on: 'callback', do: 'drop' });
    expect([receiver.received, notesOf(paid)]).toEqual([[], []]);
  });

  it('that nobody takes is noted with the reason', async () => {
    const paid = completed(await findDeafAddress());
    await callbacks.send(paid);
    expect(notesOf(paid)).toMatchObject([{ kind: 'true', status: null, error: 'ECONNREFUSED' }]);
  });

  it('follows no redirect', async () => {
    const other = await createReceiver((response) => response.writeHead(307, { Location: receiver.url }).end());
    const paid = completed(other.url);
    await callbacks.send(paid);
    expect([other.received.length, receiver.received.length]).toEqual([1, 0]);
    expect(notesOf(paid)).toMatchObject([{ status: 307, error: null }]);
    await other.close();
  });
});

describe('a callback under a fault', () => {
  it('drop: is noted and not sent', async () => {
    const paid = completed();
    await callbacks.send(paid, { on: 'callback', do: 'drop' });
    expect(receiver.received).toEqual([]);
    expect(notesOf(paid)).toEqual([
      {
        at: '2026-01-02T03:04:05.678Z',
        kind: 'dropped',
        transactionStatus: 'completed',
        status: null,
        error: 'not sent: a fault rule dropped it',
        ms: null,
      },
    ]);
  });

  it.each([
    [undefined, 2],
    [2, 2],
    [5, 5],
  ])('duplicate with value %s: comes %d times in all', async (value, times) => {
    await callbacks.send(completed(), { on: 'callback', do: 'duplicate', value });
    expect(receiver.received).toHaveLength(times);
    expect(new Set(receiver.received.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  it.each([
    ['completed', completed, 'failed'],
    ['failed', failed, 'completed'],
  ] as const)(
    'forge, of a %s one: first the opposite about another transaction, then the truth',
    async (operatorStatus, make, opposite) => {
      const transaction = make();
      await callbacks.send(transaction, { on: 'callback', do: 'forge' });
      const [forged, honest] = receiver.received.map(({ body }) => body);
      expect(forged).toEqual({
        transactionStatus: opposite,
        serverCorrelationId: expect.stringMatching(UUID),
        transactionReference: '999999999',
        fees: [{ feeAmount: '0' }],
      });
      expect(forged?.serverCorrelationId).not.toBe(transaction.serverCorrelationId);
      expect(honest).toMatchObject({ transactionStatus: operatorStatus, serverCorrelationId: transaction.serverCorrelationId });
      expect(notesOf(transaction)).toMatchObject([{ kind: 'forged' }, { kind: 'true' }]);
    },
  );
});

describe('closing', () => {
  it('drops what only waits for its time', async () => {
    const paid = completed();
    const sent = callbacks.send(paid, { on: 'callback', do: 'delay', value: 600_000 });
    await callbacks.close(600_000);
    await sent;
    expect([receiver.received, notesOf(paid)]).toEqual([[], []]);
  });

  it('lets what is being sent come to its end', async () => {
    let answer: () => void = () => undefined;
    const slow = await createReceiver((response) => {
      answer = () => response.end();
    });
    const paid = completed(slow.url);
    const sent = callbacks.send(paid);
    await vi.waitFor(() => expect(slow.received).toHaveLength(1));
    const closed = callbacks.close(600_000);
    answer();
    await Promise.all([closed, sent]);
    expect(notesOf(paid)).toMatchObject([{ status: 200, error: null }]);
    await slow.close();
  });

  it('ends what is being sent when its time is over, and says so', async () => {
    const silent = await createReceiver(() => undefined);
    const paid = completed(silent.url);
    const sent = callbacks.send(paid);
    await vi.waitFor(() => expect(silent.received).toHaveLength(1));
    await callbacks.close(0);
    await sent;
    expect(notesOf(paid)).toMatchObject([{ status: null, error: 'the sandbox was closed' }]);
    await silent.close();
  });
});
