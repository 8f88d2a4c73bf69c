import { freePort } from '@tsena/testkit/port';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createInitiation } from '../testing/initiation.ts';
import { createReceiver, type Receiver } from '../testing/receiver.ts';
import type { Dialect } from '../views/views.ts';
import { CallbackSender } from './callbackSender.ts';
import { Ledger, type Transaction } from './ledger.ts';
import { applyDefaults, type Settings } from './options.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

let receiver: Receiver;
let settings: Settings;
let ledger: Ledger;
let callbacks: CallbackSender;

function start(dialect: Dialect = 'spec'): void {
  settings = applyDefaults({ dialect, now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 678) });
  ledger = new Ledger(settings, () => undefined);
  callbacks = new CallbackSender(ledger, settings);
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
  return ledger.create(createInitiation({ callbackUrl }));
}

function completed(callbackUrl?: string | null): Transaction {
  return ledger.complete(open(callbackUrl).serverCorrelationId);
}

function failed(): Transaction {
  return ledger.fail(open().serverCorrelationId);
}

function findCallbacks({ serverCorrelationId }: Transaction) {
  return ledger.find(serverCorrelationId)?.callbacks;
}

describe('a callback', () => {
  it('is neither sent nor recorded without a callback address', async () => {
    const paid = completed(null);
    await callbacks.send(paid);
    await callbacks.send(paid, { on: 'callback', do: 'drop' });
    expect([receiver.received, findCallbacks(paid)]).toEqual([[], []]);
  });

  it('is recorded with the error if the receiver cannot be reached', async () => {
    const paid = completed(`http://127.0.0.1:${await freePort()}/`);
    await callbacks.send(paid);
    expect(findCallbacks(paid)).toMatchObject([{ kind: 'genuine', status: null, error: 'ECONNREFUSED' }]);
  });

  it('does not follow a redirect', async () => {
    const other = await createReceiver((response) => response.writeHead(307, { Location: receiver.url }).end());
    const paid = completed(other.url);
    await callbacks.send(paid);
    expect([other.received.length, receiver.received.length]).toEqual([1, 0]);
    expect(findCallbacks(paid)).toMatchObject([{ status: 307, error: null }]);
    await other.close();
  });
});

describe('a callback under a fault rule', () => {
  it.each([
    [undefined, 2],
    [5, 5],
  ])('duplicate with value %s: is sent %d times', async (value, times) => {
    await callbacks.send(completed(), { on: 'callback', do: 'duplicate', value });
    expect(receiver.received).toHaveLength(times);
    expect(new Set(receiver.received.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  it.each([
    ['completed', completed, 'failed'],
    ['failed', failed, 'completed'],
  ] as const)(
    'forge of a %s transaction: sends the opposite of another id first',
    async (status, createTransaction, opposite) => {
      const transaction = createTransaction();
      await callbacks.send(transaction, { on: 'callback', do: 'forge' });
      const [forged, genuine] = receiver.received.map(({ body }) => body);
      expect(forged).toEqual({
        transactionStatus: opposite,
        serverCorrelationId: expect.stringMatching(UUID),
        transactionReference: '999999999',
        fees: [{ feeAmount: '0' }],
      });
      expect(forged?.serverCorrelationId).not.toBe(transaction.serverCorrelationId);
      expect(genuine).toMatchObject({
        transactionStatus: status,
        serverCorrelationId: transaction.serverCorrelationId,
      });
      expect(findCallbacks(transaction)).toMatchObject([{ kind: 'forged' }, { kind: 'genuine' }]);
    },
  );
});

describe('CallbackSender.close', () => {
  it('drops delayed callbacks', async () => {
    const paid = completed();
    const sent = callbacks.send(paid, { on: 'callback', do: 'delay', value: 600_000 });
    await callbacks.close(600_000);
    await sent;
    expect([receiver.received, findCallbacks(paid)]).toEqual([[], []]);
  });

  it('aborts callbacks that are still being sent after the grace period, and records that', async () => {
    const silent = await createReceiver(() => undefined);
    const paid = completed(silent.url);
    const sent = callbacks.send(paid);
    await vi.waitFor(() => expect(silent.received).toHaveLength(1));
    await callbacks.close(0);
    await sent;
    expect(findCallbacks(paid)).toMatchObject([{ status: null, error: 'the sandbox was closed' }]);
    await silent.close();
  });
});
