import type { Payment, PaymentId } from '@tsena/shared/checkout';
import { paymentId, somePayment } from '@tsena/testkit/payments';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CompanionError, createLocalError } from './companionError.ts';
import { followPayment } from './followPayment.ts';
import type { Connection } from './pollPayment.ts';

/** One request for the payment. The test decides when to answer it. */
interface PollRequest {
  readonly id: PaymentId;
  readonly signal: AbortSignal | undefined;
  answer(payment: Payment): Promise<void>;
  fail(error: CompanionError): Promise<void>;
}

/** A stand-in for the browser's EventSource. The test sends its events. */
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

  send(data: unknown): void {
    this.dispatchEvent(new MessageEvent('payment', { data: typeof data === 'string' ? data : JSON.stringify(data) }));
  }

  /** Breaks the connection. The browser reconnects (CONNECTING) or gives up (CLOSED). */
  break(readyState: number): void {
    this.readyState = readyState;
    this.dispatchEvent(new Event('error'));
  }
}

const SECOND_MS = 1000;
const pending = somePayment({ nextPollMs: SECOND_MS });
const LATER = '2026-01-01T10:05:00.000Z';
const completed = somePayment({ status: 'completed', updatedAt: LATER, serverTime: LATER, nextPollMs: null });

let requests: PollRequest[];
let statuses: string[];
let connections: Connection[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  requests = [];
  statuses = [];
  connections = [];
  Stream.opened = [];
});
afterEach(() => {
  stop();
  stubVisibility('visible');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function start(payment: Payment = pending): void {
  stop = followPayment({
    api: {
      getPayment: (id, abort) =>
        new Promise((resolve, reject) => {
          requests.push({
            id,
            signal: abort?.signal,
            answer: async (read) => {
              resolve(read);
              await advance(0);
            },
            fail: async (error) => {
              reject(error);
              await advance(0);
            },
          });
        }),
      getEventsUrl: (id) => `https://pay.example/${id}`,
    },
    id: pending.id,
    payment,
    onPayment: ({ status }) => statuses.push(status),
    onConnection: (connection) => connections.push(connection),
  });
}

function advance(ms: number): Promise<unknown> {
  return vi.advanceTimersByTimeAsync(ms);
}

/** Returns the latest request. */
function lastRequest(): PollRequest {
  const request = requests.at(-1);
  if (request === undefined) throw new Error('no request was made');
  return request;
}

function lastStream(): Stream {
  const stream = Stream.opened.at(-1);
  if (stream === undefined) throw new Error('no stream was opened');
  return stream;
}

function stubVisibility(state: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
}

function setPageVisibility(state: DocumentVisibilityState): void {
  stubVisibility(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

function resumePage(): void {
  window.dispatchEvent(new Event('online'));
}

/** Returns the seconds until the next request. */
async function secondsToNextRequest(): Promise<number> {
  const { length } = requests;
  for (let seconds = 0; seconds <= 120; seconds += 1) {
    if (requests.length > length) return seconds;
    await advance(SECOND_MS);
  }
  throw new Error('no request in two minutes');
}

function failure(retryAfterMs: number | null = null): CompanionError {
  return new CompanionError(
    { type: '', title: '', status: 503, detail: '', code: 'storage_unavailable' },
    { retryAfterMs },
  );
}

describe('polling', () => {
  it('requests the followed payment at the companion’s interval', async () => {
    start();
    await advance(SECOND_MS - 1);
    expect(requests).toHaveLength(0);
    await advance(1);
    expect(requests.map(({ id }) => id)).toEqual([pending.id]);
    await lastRequest().answer(somePayment({ nextPollMs: 3 * SECOND_MS, serverTime: LATER }));
    expect(await secondsToNextRequest()).toBe(3);
  });

  it('waits for each answer before the next request', async () => {
    start();
    await advance(SECOND_MS);
    await advance(60 * SECOND_MS);
    expect(requests).toHaveLength(1);
    await lastRequest().answer(pending);
    expect(requests).toHaveLength(1);
    await advance(SECOND_MS);
    expect(requests).toHaveLength(2);
  });

  it.each(['completed', 'failed'] as const)('stops when the payment is %s, and no news is planned', async (status) => {
    start();
    await advance(SECOND_MS);
    await lastRequest().answer({ ...completed, status });
    expect(statuses).toEqual([status]);
    resumePage();
    await advance(120 * SECOND_MS);
    expect(requests).toHaveLength(1);
  });

  it('waits for Retry-After, then returns to its interval', async () => {
    start();
    await advance(SECOND_MS);
    await lastRequest().fail(failure(40 * SECOND_MS));
    expect(await secondsToNextRequest()).toBe(40);
    await lastRequest().answer(pending);
    expect(await secondsToNextRequest()).toBe(1);
  });

  it('doubles the wait up to 30 s after failures, and starts over after an answer', async () => {
    start();
    await advance(SECOND_MS);
    for (const expected of [1, 2, 4, 8, 16, 30, 30]) {
      await lastRequest().fail(createLocalError('unreachable'));
      expect(await secondsToNextRequest()).toBe(expected);
    }
    await lastRequest().answer(pending);
    expect(await secondsToNextRequest()).toBe(1);
  });

  it('goes on after a failed payment while the companion plans news: the money may show up', async () => {
    start();
    await advance(SECOND_MS);
    await lastRequest().answer({ ...completed, status: 'failed', view: 'failed', nextPollMs: SECOND_MS });
    expect(await secondsToNextRequest()).toBe(1);
    await lastRequest().answer({ ...completed, serverTime: '2026-01-01T10:05:01.000Z' });
    expect(statuses).toEqual(['failed', 'completed']);
    await advance(60 * SECOND_MS);
    expect(requests).toHaveLength(2);
  });

  it('reports another attempt of the order only if it is completed', async () => {
    const other = { id: paymentId('2'), createdAt: LATER, updatedAt: LATER, serverTime: LATER };
    start();
    await advance(SECOND_MS);
    await lastRequest().answer(somePayment({ ...other, status: 'failed' }));
    await advance(SECOND_MS);
    expect([statuses, lastRequest().id]).toEqual([[], pending.id]);
    await lastRequest().answer(somePayment({ ...other, status: 'completed' }));
    expect(statuses).toEqual(['completed']);
  });
});

describe('the reported connection', () => {
  it('is slow after 5 s without an answer, and good when it arrives', async () => {
    start();
    await advance(SECOND_MS);
    await advance(5 * SECOND_MS - 1);
    expect(connections).toEqual([]);
    await advance(1);
    expect(connections).toEqual(['slow']);
    await lastRequest().answer(pending);
    expect(connections).toEqual(['slow', 'good']);
  });

  it('is slow after one failure and unreachable after more, whatever it is, until an answer', async () => {
    const refused = (code: string, status: number) =>
      new CompanionError({ type: '', title: '', status, detail: '', code });
    const failures = [
      createLocalError('unreachable'),
      refused('payment_not_found', 404),
      refused('order_token_expired', 401),
    ];
    start();
    await advance(SECOND_MS);
    for (const error of [...failures, createLocalError('unreadable')]) {
      await lastRequest().fail(error);
      await secondsToNextRequest();
    }
    await lastRequest().answer(pending);
    await advance(SECOND_MS);
    await lastRequest().fail(failure());
    expect(statuses).toEqual(['pending']);
    expect(connections).toEqual(['slow', 'unreachable', 'unreachable', 'unreachable', 'good', 'slow']);
  });

  it('is offline when the browser reports it', async () => {
    start();
    window.dispatchEvent(new Event('offline'));
    expect(connections).toEqual(['offline']);
    await advance(SECOND_MS);
    await lastRequest().fail(createLocalError('offline'));
    expect(connections).toEqual(['offline', 'offline']);
  });
});

describe('a page that resumes', () => {
  it('requests at once, then at the interval', async () => {
    start(somePayment({ nextPollMs: 60 * SECOND_MS }));
    await advance(10 * SECOND_MS);
    resumePage();
    expect(requests).toHaveLength(1);
    await lastRequest().answer(pending);
    expect(await secondsToNextRequest()).toBe(1);
  });

  it('aborts an older request and sends a new one at once', async () => {
    start();
    await advance(SECOND_MS);
    const [aborted] = requests;
    await advance(5 * SECOND_MS + 1);
    resumePage();
    expect([aborted?.signal?.aborted, requests.length, lastRequest().signal?.aborted]).toEqual([true, 2, false]);
  });

  it('keeps a request that started less than 5 s ago', async () => {
    start();
    await advance(SECOND_MS);
    await advance(5 * SECOND_MS);
    resumePage();
    expect([requests.length, lastRequest().signal?.aborted]).toEqual([1, false]);
  });

  it('sends no request while it is hidden', async () => {
    start();
    setPageVisibility('hidden');
    resumePage();
    expect(requests).toHaveLength(0);
    setPageVisibility('visible');
    expect(requests).toHaveLength(1);
  });
});

describe('stopping', () => {
  it('aborts the open request and ignores its answer', async () => {
    start();
    await advance(SECOND_MS);
    stop();
    expect(lastRequest().signal?.aborted).toBe(true);
    await lastRequest().answer(completed);
    expect([statuses, connections]).toEqual([[], []]);
  });
});

describe('the event stream', () => {
  beforeEach(() => vi.stubGlobal('EventSource', Stream));

  it('belongs to the payment and reports each state', async () => {
    start();
    expect(Stream.opened.map(({ url }) => url)).toEqual([`https://pay.example/${pending.id}`]);
    lastStream().send({ ...pending, status: 'unresolved', updatedAt: LATER });
    expect([statuses, connections]).toEqual([['unresolved'], ['good']]);
  });

  it('slows polling down to every 25 s', async () => {
    start();
    lastStream().send(pending);
    expect(await secondsToNextRequest()).toBe(25);
    await lastRequest().answer(pending);
    expect(await secondsToNextRequest()).toBe(25);
  });

  it('closes after 10 s without an event, while polling continues', async () => {
    start(somePayment({ nextPollMs: 60 * SECOND_MS }));
    await advance(10 * SECOND_MS);
    expect(lastStream().readyState).toBe(2);
    await advance(50 * SECOND_MS);
    expect(requests).toHaveLength(1);
  });

  it.each(['<html>', '{"status":"completed"}', 'null'])(
    'closes after the event %j, which changes nothing',
    async (data) => {
      start();
      lastStream().send(pending);
      statuses = [];
      lastStream().send(data);
      expect([statuses, lastStream().readyState]).toEqual([[], 2]);
      await advance(25 * SECOND_MS);
      await lastRequest().answer(pending);
      expect(await secondsToNextRequest()).toBe(1);
    },
  );

  it('restores the polling interval while the browser reconnects, and slows polling down after the next event', async () => {
    start();
    const stream = lastStream();
    stream.send(pending);
    stream.break(Stream.CONNECTING);
    expect(stream.readyState).toBe(Stream.CONNECTING);
    expect(await secondsToNextRequest()).toBe(1);
    await lastRequest().answer(pending);
    stream.send(pending);
    expect(await secondsToNextRequest()).toBe(25);
    expect(Stream.opened).toHaveLength(1);
  });

  it('reopens after a refusal only when the page resumes', async () => {
    start();
    lastStream().break(Stream.CLOSED);
    await advance(5 * SECOND_MS);
    expect(Stream.opened).toHaveLength(1);
    resumePage();
    expect(Stream.opened).toHaveLength(2);
  });

  it('closes while the page is hidden, and reopens when it is visible', async () => {
    start();
    const [first] = Stream.opened;
    setPageVisibility('hidden');
    expect(first?.readyState).toBe(2);
    setPageVisibility('visible');
    expect([Stream.opened.length, lastStream().readyState]).toEqual([2, 1]);
  });
});
