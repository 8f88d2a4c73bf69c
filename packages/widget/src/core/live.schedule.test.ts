import type { Payment, PaymentId } from '@tsena/shared/checkout';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paymentId, somePayment } from '../testing/payments.ts';
import { CompanionError, localFault } from './companionError.ts';
import { type Connection, follow } from './live.ts';

/** One request for the payment, which the test answers when it likes. */
interface Look {
  readonly id: PaymentId;
  readonly signal: AbortSignal | undefined;
  answer(payment: Payment): Promise<void>;
  fail(error: CompanionError): Promise<void>;
}

/** An event stream as the browser has it, which the test speaks through. */
class Stream extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  static opened: Stream[] = [];

  constructor(url: string) {
    super();
    this.url = url;
    Stream.opened.push(this);
  }

  readonly url: string;
  readyState: number = Stream.OPEN;

  close(): void {
    this.readyState = Stream.CLOSED;
  }

  say(data: unknown): void {
    this.dispatchEvent(new MessageEvent('payment', { data: typeof data === 'string' ? data : JSON.stringify(data) }));
  }

  /** The connection breaks; the browser connects again, or gives up. */
  break(readyState: number): void {
    this.readyState = readyState;
    this.dispatchEvent(new Event('error'));
  }
}

const SECOND = 1000;
const pending = somePayment({ nextPollMs: SECOND });
const LATER = '2026-01-01T10:05:00.000Z';
const completed = somePayment({ status: 'completed', updatedAt: LATER, serverTime: LATER, nextPollMs: null });

let looks: Look[];
let told: string[];
let connections: Connection[];
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  looks = [];
  told = [];
  connections = [];
  Stream.opened = [];
});
afterEach(() => {
  end();
  showPage('visible');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function start(payment: Payment = pending): void {
  end = follow({
    api: {
      payment: (id, abort) =>
        new Promise((resolve, reject) => {
          looks.push({
            id,
            signal: abort?.signal,
            answer: async (read) => {
              resolve(read);
              await pass(0);
            },
            fail: async (error) => {
              reject(error);
              await pass(0);
            },
          });
        }),
      eventsUrl: (id) => `https://pay.example/${id}`,
    },
    payment,
    onPayment: ({ status }) => told.push(status),
    onConnection: (connection) => connections.push(connection),
  });
}

function pass(ms: number): Promise<unknown> {
  return vi.advanceTimersByTimeAsync(ms);
}

/** The request that was made last. */
function lastLook(): Look {
  const look = looks.at(-1);
  if (look === undefined) throw new Error('no request was made');
  return look;
}

function lastStream(): Stream {
  const stream = Stream.opened.at(-1);
  if (stream === undefined) throw new Error('no stream was opened');
  return stream;
}

function showPage(state: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
}

function turnPage(state: DocumentVisibilityState): void {
  showPage(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

function wake(): void {
  window.dispatchEvent(new Event('online'));
}

/** How many seconds pass until the next request. */
async function secondsToNextLook(): Promise<number> {
  const { length } = looks;
  for (let seconds = 0; seconds <= 120; seconds += 1) {
    if (looks.length > length) return seconds;
    await pass(SECOND);
  }
  throw new Error('no request in two minutes');
}

function failure(retryAfterMs: number | null = null): CompanionError {
  return new CompanionError({ type: '', title: '', status: 503, detail: '', code: 'storage_unavailable' }, { retryAfterMs });
}

describe('polling', () => {
  it('asks at the companion’s pace, and of the payment that it follows', async () => {
    start();
    await pass(SECOND - 1);
    expect(looks).toHaveLength(0);
    await pass(1);
    expect(looks.map(({ id }) => id)).toEqual([pending.id]);
    await lastLook().answer(somePayment({ nextPollMs: 3 * SECOND, serverTime: LATER }));
    expect(await secondsToNextLook()).toBe(3);
  });

  it('asks every five seconds where the companion names no pace', async () => {
    start(somePayment({ nextPollMs: null }));
    expect(await secondsToNextLook()).toBe(5);
  });

  it('has one request under way at a time, however long it takes', async () => {
    start();
    await pass(SECOND);
    await pass(60 * SECOND);
    expect(looks).toHaveLength(1);
    await lastLook().answer(pending);
    expect(looks).toHaveLength(1);
    await pass(SECOND);
    expect(looks).toHaveLength(2);
  });

  it.each(['completed', 'failed'] as const)('stops for good when the payment is %s', async (status) => {
    start();
    await pass(SECOND);
    await lastLook().answer({ ...completed, status });
    expect(told).toEqual([status]);
    expect(vi.getTimerCount()).toBe(0);
    connections = [];
    wake();
    turnPage('visible');
    window.dispatchEvent(new Event('offline'));
    await pass(120 * SECOND);
    expect([looks.length, connections]).toEqual([1, []]);
  });

  it('tells the end only once it has stopped: a listener that ends it again does no harm', async () => {
    start();
    await pass(SECOND);
    await lastLook().answer(completed);
    end();
    expect(told).toEqual(['completed']);
  });

  it('waits as long as Retry-After says, and then goes back to its pace', async () => {
    start();
    await pass(SECOND);
    await lastLook().fail(failure(40 * SECOND));
    expect(await secondsToNextLook()).toBe(40);
    await lastLook().answer(pending);
    expect(await secondsToNextLook()).toBe(1);
  });

  it('never asks sooner than the back-off for a short Retry-After', async () => {
    start();
    await pass(SECOND);
    for (const expected of [1, 2, 4]) {
      await lastLook().fail(failure(0));
      expect(await secondsToNextLook()).toBe(expected);
    }
  });

  it('does not keep the Retry-After of one failure for the next', async () => {
    start();
    await pass(SECOND);
    await lastLook().fail(failure(40 * SECOND));
    expect(await secondsToNextLook()).toBe(40);
    await lastLook().fail(failure());
    expect(await secondsToNextLook()).toBe(2);
  });

  it('backs off, doubling up to thirty seconds, and begins anew after an answer', async () => {
    start();
    await pass(SECOND);
    for (const expected of [1, 2, 4, 8, 16, 30, 30]) {
      await lastLook().fail(localFault('unreachable'));
      expect(await secondsToNextLook()).toBe(expected);
    }
    await lastLook().answer(pending);
    expect(await secondsToNextLook()).toBe(1);
    await lastLook().fail(localFault('unreachable'));
    expect(await secondsToNextLook()).toBe(1);
  });

  it('tells nothing of the payment when a request fails', async () => {
    start();
    await pass(SECOND);
    await lastLook().fail(failure());
    expect(told).toEqual([]);
  });

  it('passes over an answer that is older than what is known, but counts it as a connection', async () => {
    start(somePayment({ status: 'unresolved', updatedAt: LATER, nextPollMs: SECOND }));
    await pass(SECOND);
    await lastLook().answer(pending);
    expect([told, connections]).toEqual([[], ['good']]);
  });

  it('of another attempt of the order it tells only that it has paid', async () => {
    const other = { id: paymentId('2'), createdAt: LATER, updatedAt: LATER, serverTime: LATER };
    start();
    await pass(SECOND);
    await lastLook().answer(somePayment({ ...other, status: 'failed' }));
    await pass(SECOND);
    expect([told, lastLook().id]).toEqual([[], pending.id]);
    await lastLook().answer(somePayment({ ...other, status: 'completed' }));
    expect(told).toEqual(['completed']);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the connection', () => {
  it('is slow when an answer takes five seconds, and good when it comes', async () => {
    start();
    await pass(SECOND);
    await pass(5 * SECOND - 1);
    expect(connections).toEqual([]);
    await pass(1);
    expect(connections).toEqual(['slow']);
    await lastLook().answer(pending);
    expect(connections).toEqual(['slow', 'good']);
  });

  it('is not called slow after an answer that came in time', async () => {
    start(somePayment({ nextPollMs: 60 * SECOND }));
    await pass(60 * SECOND);
    await lastLook().answer(pending);
    connections = [];
    await pass(SECOND - 1);
    expect(connections).toEqual([]);
    expect(vi.getTimerCount()).toBe(1);
  });

  it('is slow at the first failure and unreachable from the second on, until an answer', async () => {
    start();
    await pass(SECOND);
    await lastLook().fail(failure());
    await pass(SECOND);
    await lastLook().fail(failure());
    await pass(2 * SECOND);
    await lastLook().answer(pending);
    await pass(SECOND);
    await lastLook().fail(failure());
    expect(connections).toEqual(['slow', 'unreachable', 'good', 'slow']);
  });

  it('is offline where the browser says so', async () => {
    start();
    window.dispatchEvent(new Event('offline'));
    expect(connections).toEqual(['offline']);
    await pass(SECOND);
    await lastLook().fail(localFault('offline'));
    expect(connections).toEqual(['offline', 'offline']);
  });
});

describe('a page that wakes', () => {
  it('asks at once, and then goes on at its pace', async () => {
    start(somePayment({ nextPollMs: 60 * SECOND }));
    await pass(10 * SECOND);
    wake();
    expect(looks).toHaveLength(1);
    await lastLook().answer(pending);
    expect(await secondsToNextLook()).toBe(1);
  });

  it('forgets the time that the next request was planned for', async () => {
    start(somePayment({ nextPollMs: 60 * SECOND }));
    await pass(10 * SECOND);
    wake();
    await lastLook().answer(somePayment({ nextPollMs: 300 * SECOND }));
    await pass(299 * SECOND);
    expect(looks).toHaveLength(1);
  });

  it('leaves a request alone that began less than five seconds ago', async () => {
    start();
    await pass(SECOND);
    await pass(5 * SECOND);
    wake();
    expect([looks.length, lastLook().signal?.aborted]).toEqual([1, false]);
  });

  it('aborts a request that may have died, and asks again at once', async () => {
    start();
    await pass(SECOND);
    const [dead] = looks;
    await pass(5 * SECOND + 1);
    wake();
    expect([dead?.signal?.aborted, looks.length, lastLook().signal?.aborted]).toEqual([true, 2, false]);
  });

  it('counts the abort neither as a failure nor as an end of the new request', async () => {
    start();
    await pass(SECOND);
    const [dead] = looks;
    await pass(6 * SECOND);
    wake();
    connections = [];
    await dead?.fail(localFault('timeout'));
    expect(connections).toEqual([]);
    await pass(60 * SECOND);
    expect(looks).toHaveLength(2);
    await lastLook().answer(completed);
    expect(told).toEqual(['completed']);
  });

  it('believes no answer to the request that it aborted', async () => {
    start();
    await pass(SECOND);
    const [dead] = looks;
    await pass(6 * SECOND);
    wake();
    await dead?.answer(completed);
    expect(told).toEqual([]);
    await lastLook().answer(completed);
    expect(told).toEqual(['completed']);
  });

  it('does nothing while it is hidden', async () => {
    start();
    turnPage('hidden');
    wake();
    expect(looks).toHaveLength(0);
    turnPage('visible');
    expect(looks).toHaveLength(1);
  });
});

describe('ending', () => {
  it('aborts the request under way, and tells nothing that still comes', async () => {
    start();
    await pass(SECOND);
    end();
    expect(lastLook().signal?.aborted).toBe(true);
    await lastLook().answer(completed);
    expect([told, connections]).toEqual([[], []]);
  });

  it('leaves no timer and no listener behind', async () => {
    vi.stubGlobal('EventSource', Stream);
    start();
    end();
    expect(vi.getTimerCount()).toBe(0);
    wake();
    turnPage('visible');
    window.dispatchEvent(new Event('offline'));
    await pass(60 * SECOND);
    expect([looks.length, connections, Stream.opened.length, lastStream().readyState]).toEqual([0, [], 1, 2]);
  });

  it('plans nothing when a request fails afterwards', async () => {
    start();
    await pass(SECOND);
    end();
    await lastLook().fail(localFault('timeout'));
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the event stream', () => {
  beforeEach(() => vi.stubGlobal('EventSource', Stream));

  it('is that of the payment, and tells each state as it comes', async () => {
    start();
    expect(Stream.opened.map(({ url }) => url)).toEqual([`https://pay.example/${pending.id}`]);
    lastStream().say({ ...pending, status: 'unresolved', updatedAt: LATER });
    expect([told, connections]).toEqual([['unresolved'], ['good']]);
  });

  it('is closed when the payment is final', async () => {
    start();
    lastStream().say(completed);
    expect([told, lastStream().readyState, vi.getTimerCount()]).toEqual([['completed'], 2, 0]);
  });

  it('slows polling down to every 25 seconds while it speaks', async () => {
    start();
    lastStream().say(pending);
    expect(await secondsToNextLook()).toBe(25);
    await lastLook().answer(pending);
    expect(await secondsToNextLook()).toBe(25);
  });

  it('does not make polling faster than the companion’s pace', async () => {
    start();
    lastStream().say(somePayment({ nextPollMs: 40 * SECOND }));
    expect(await secondsToNextLook()).toBe(40);
  });

  it('is closed when it says nothing for ten seconds; polling goes on', async () => {
    start(somePayment({ nextPollMs: 60 * SECOND }));
    await pass(10 * SECOND - 1);
    expect(lastStream().readyState).toBe(1);
    await pass(1);
    expect(lastStream().readyState).toBe(2);
    await pass(50 * SECOND);
    expect(looks).toHaveLength(1);
  });

  it('stays open once it has spoken', async () => {
    start();
    await pass(9 * SECOND);
    lastStream().say(pending);
    await pass(60 * SECOND);
    expect(lastStream().readyState).toBe(1);
  });

  it.each(['<html>', '{"status":"completed"}', 'null'])('is closed when it says %j, which changes nothing', async (data) => {
    start();
    lastStream().say(pending);
    told = [];
    lastStream().say(data);
    expect([told, lastStream().readyState]).toEqual([[], 2]);
    await pass(25 * SECOND);
    await lastLook().answer(pending);
    expect(await secondsToNextLook()).toBe(1);
  });

  it('leaves a request that is under way alone, and plans no second one', async () => {
    start();
    await pass(SECOND);
    lastStream().say(pending);
    await pass(60 * SECOND);
    expect(looks).toHaveLength(1);
  });

  it('makes polling go back to its pace while the browser connects again, and slows it down when it speaks again', async () => {
    start();
    const stream = lastStream();
    stream.say(pending);
    stream.break(Stream.CONNECTING);
    expect(stream.readyState).toBe(Stream.CONNECTING);
    expect(await secondsToNextLook()).toBe(1);
    await lastLook().answer(pending);
    stream.say(pending);
    expect(await secondsToNextLook()).toBe(25);
    expect(Stream.opened).toHaveLength(1);
  });

  it('plans no second request when it breaks while one is under way', async () => {
    start();
    lastStream().say(pending);
    await pass(25 * SECOND);
    lastStream().break(Stream.CONNECTING);
    await pass(60 * SECOND);
    expect(looks).toHaveLength(1);
    await lastLook().answer(pending);
    expect(await secondsToNextLook()).toBe(1);
  });

  it('puts off no planned request when it breaks before it has spoken', async () => {
    start();
    await pass(SECOND / 2);
    lastStream().break(Stream.CONNECTING);
    await pass(SECOND / 2);
    expect(looks).toHaveLength(1);
  });

  it('that the companion refuses is opened again only when the page wakes', async () => {
    start();
    lastStream().break(Stream.CLOSED);
    await pass(5 * SECOND);
    expect(Stream.opened).toHaveLength(1);
    wake();
    expect(Stream.opened).toHaveLength(2);
  });

  it('is there once, however often the page wakes', async () => {
    start();
    wake();
    wake();
    expect(Stream.opened).toHaveLength(1);
  });

  it('is closed while the page is hidden, and opened again when it is seen', async () => {
    start();
    const [first] = Stream.opened;
    turnPage('hidden');
    expect(first?.readyState).toBe(2);
    turnPage('visible');
    expect([Stream.opened.length, lastStream().readyState]).toEqual([2, 1]);
  });

  it('is closed when the page goes into the back-forward cache, and opened again when it comes back', async () => {
    start();
    window.dispatchEvent(new Event('pagehide'));
    expect(lastStream().readyState).toBe(2);
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect([Stream.opened.length, looks.length]).toEqual([2, 1]);
  });

  it('is not asked about when the page is shown for the first time', async () => {
    start();
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    expect(looks).toHaveLength(0);
  });

  it('that was closed for a hidden page does not close the next one when its ten seconds are over', async () => {
    start();
    turnPage('hidden');
    await pass(5 * SECOND);
    turnPage('visible');
    await pass(5 * SECOND);
    expect(lastStream().readyState).toBe(1);
  });
});
