import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { Payment, PaymentId } from '@tsena/shared/checkout';
import { paymentId, somePayment } from '@tsena/testkit/payments';
import { type ReactNode, useCallback, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CompanionError, createLocalError } from '../core/companionError.ts';
import { selectPayment } from '../core/flow.ts';
import type { Connection } from './useConnection.ts';
import { usePayment } from './usePayment.ts';

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

  async send(data: unknown): Promise<void> {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    await act(async () => void this.dispatchEvent(new MessageEvent('payment', { data: text })));
    await advance(0);
  }

  /** Breaks the connection. The browser reconnects (CONNECTING) or gives up (CLOSED). */
  async break(readyState: number): Promise<void> {
    this.readyState = readyState;
    await act(async () => void this.dispatchEvent(new Event('error')));
    await advance(0);
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
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  requests = [];
  statuses = [];
  connections = [];
  Stream.opened = [];
});
afterEach(() => {
  cleanup();
  onlineManager.setOnline(true);
  stubVisibility('visible');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const api = {
  getPayment: (id: PaymentId, signal?: AbortSignal) =>
    new Promise<Payment>((resolve, reject) => {
      requests.push({
        id,
        signal,
        async answer(read) {
          await act(async () => resolve(read));
          await advance(0);
        },
        async fail(error) {
          await act(async () => reject(error));
          await advance(0);
        },
      });
    }),
  getEventsUrl: (id: PaymentId) => `https://pay.example/${id}`,
};

/** Follows a payment as the order does, which keeps the newest state. */
function useFollowed(initial: Payment): void {
  const [payment, setPayment] = useState(initial);
  const onPayment = useCallback((received: Payment, isFollowed: true) => {
    setPayment((known) => {
      const selected = selectPayment(known, received, isFollowed) ?? known;
      if (selected !== known) statuses.push(selected.status);
      return selected;
    });
  }, []);
  const connection = usePayment(api, payment, onPayment);
  if (connection !== (connections.at(-1) ?? 'good')) connections.push(connection);
}

async function start(payment: Payment = pending): Promise<void> {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { unmount } = renderHook(() => useFollowed(payment), { wrapper });
  stop = unmount;
  await advance(0);
}

async function advance(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
  // react-query tells its observers in a timer without delay.
  await act(() => vi.advanceTimersByTimeAsync(0));
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

async function send(target: EventTarget, event: Event): Promise<void> {
  await act(async () => void target.dispatchEvent(event));
  await advance(0);
}

async function setPageVisibility(state: DocumentVisibilityState): Promise<void> {
  stubVisibility(state);
  await send(document, new Event('visibilitychange', { bubbles: true }));
}

/** The line is there again. */
const reconnect = () => send(window, new Event('online'));

/** The page returns from the back-forward cache, without a change of its visibility. */
const returnFromCache = () => send(window, Object.assign(new Event('pageshow'), { persisted: true }));

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
    await start();
    await advance(SECOND_MS - 1);
    expect(requests).toHaveLength(0);
    await advance(1);
    expect(requests.map(({ id }) => id)).toEqual([pending.id]);
    await lastRequest().answer(somePayment({ nextPollMs: 3 * SECOND_MS, serverTime: LATER }));
    expect(await secondsToNextRequest()).toBe(3);
  });

  it('waits for each answer before the next request', async () => {
    await start();
    await advance(SECOND_MS);
    await advance(60 * SECOND_MS);
    expect(requests).toHaveLength(1);
    await lastRequest().answer(pending);
    expect(requests).toHaveLength(1);
    await advance(SECOND_MS);
    expect(requests).toHaveLength(2);
  });

  it.each(['completed', 'failed'] as const)('stops when the payment is %s, and no news is planned', async (status) => {
    await start();
    await advance(SECOND_MS);
    await lastRequest().answer({ ...completed, status });
    expect(statuses).toEqual([status]);
    await reconnect();
    await setPageVisibility('visible');
    await returnFromCache();
    await advance(120 * SECOND_MS);
    expect(requests).toHaveLength(1);
  });

  it('waits for Retry-After, then returns to its interval', async () => {
    await start();
    await advance(SECOND_MS);
    await lastRequest().fail(failure(40 * SECOND_MS));
    expect(await secondsToNextRequest()).toBe(40);
    await lastRequest().answer(pending);
    expect(await secondsToNextRequest()).toBe(1);
  });

  it('doubles the wait up to 30 s after failures, and starts over after an answer', async () => {
    await start();
    await advance(SECOND_MS);
    for (const expected of [1, 2, 4, 8, 16, 30, 30]) {
      await lastRequest().fail(createLocalError('unreachable'));
      expect(await secondsToNextRequest()).toBe(expected);
    }
    await lastRequest().answer(pending);
    expect(await secondsToNextRequest()).toBe(1);
  });

  it('goes on after a failed payment while the companion plans news: the money may show up', async () => {
    await start();
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
    await start();
    await advance(SECOND_MS);
    await lastRequest().answer(somePayment({ ...other, status: 'failed' }));
    await advance(SECOND_MS);
    expect([statuses, lastRequest().id]).toEqual([[], pending.id]);
    await lastRequest().answer(somePayment({ ...other, status: 'completed' }));
    expect(statuses).toEqual(['completed']);
  });

  it('reads at once the payment that has paid the order in the place of this one', async () => {
    await start(somePayment({ status: 'failed', view: 'paid_by_another', paidBy: paymentId('2'), nextPollMs: null }));
    expect(requests.map(({ id }) => id)).toEqual([paymentId('2')]);
    await lastRequest().answer({ ...completed, id: paymentId('2') });
    expect(statuses).toEqual(['completed']);
    await advance(60 * SECOND_MS);
    expect(requests).toHaveLength(1);
  });

  it('goes on while the page is hidden: the shop’s page can learn of the result', async () => {
    await start();
    await setPageVisibility('hidden');
    await advance(SECOND_MS);
    await lastRequest().answer(completed);
    expect(statuses).toEqual(['completed']);
  });
});

describe('the connection', () => {
  it('is slow after 5 s without an answer, and good when it arrives', async () => {
    await start();
    await advance(SECOND_MS);
    // react-query notifies its observers of what happens in a timer a millisecond later.
    await advance(1);
    await advance(4.9 * SECOND_MS);
    expect(connections).toEqual([]);
    await advance(0.2 * SECOND_MS);
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
    await start();
    await advance(SECOND_MS);
    for (const error of [...failures, createLocalError('unreadable')]) {
      await lastRequest().fail(error);
      await secondsToNextRequest();
    }
    await lastRequest().answer(somePayment({ nextPollMs: SECOND_MS, serverTime: LATER }));
    await advance(SECOND_MS);
    await lastRequest().fail(failure());
    expect(statuses).toEqual(['pending']);
    expect(connections).toEqual(['slow', 'unreachable', 'good', 'slow']);
  });

  it('is offline when the browser reports it, until it reports the line or an answer arrives', async () => {
    await start();
    await send(window, new Event('offline'));
    expect(connections).toEqual(['offline']);
    await advance(SECOND_MS);
    await lastRequest().fail(createLocalError('offline'));
    expect(connections).toEqual(['offline']);
    await secondsToNextRequest();
    await lastRequest().answer(pending);
    expect(connections).toEqual(['offline', 'good']);
    await send(window, new Event('offline'));
    await reconnect();
    expect(connections).toEqual(['offline', 'good', 'offline', 'good']);
  });
});

describe('a page that resumes', () => {
  it.each([
    ['goes online', reconnect],
    ['becomes visible', () => setPageVisibility('visible')],
    ['returns from the back-forward cache', returnFromCache],
  ])('and %s requests at once, then at the interval', async (_how, resume) => {
    await start(somePayment({ nextPollMs: 60 * SECOND_MS }));
    await advance(10 * SECOND_MS);
    await resume();
    expect(requests).toHaveLength(1);
    await lastRequest().answer(somePayment({ nextPollMs: SECOND_MS, serverTime: LATER }));
    expect(await secondsToNextRequest()).toBe(1);
  });

  it('aborts an older request and sends a new one at once', async () => {
    await start();
    await advance(SECOND_MS);
    const [aborted] = requests;
    await advance(5 * SECOND_MS + 1);
    await reconnect();
    expect([aborted?.signal?.aborted, requests.length, lastRequest().signal?.aborted]).toEqual([true, 2, false]);
    await aborted?.answer(completed);
    expect(statuses).toEqual([]);
  });

  it('keeps a request that started less than 5 s ago', async () => {
    await start();
    await advance(SECOND_MS);
    await advance(5 * SECOND_MS);
    await reconnect();
    await returnFromCache();
    expect([requests.length, lastRequest().signal?.aborted]).toEqual([1, false]);
  });

  it.each([
    ['goes online', reconnect],
    ['becomes visible', () => setPageVisibility('visible')],
  ])('and %s does not wait for the next try of a failed request', async (_how, resume) => {
    await start();
    await advance(SECOND_MS);
    await lastRequest().fail(failure(40 * SECOND_MS));
    await resume();
    expect(requests).toHaveLength(2);
  });

  it('sends no request while it is hidden', async () => {
    await start(somePayment({ nextPollMs: 60 * SECOND_MS }));
    await setPageVisibility('hidden');
    await reconnect();
    expect(requests).toHaveLength(0);
    await setPageVisibility('visible');
    expect(requests).toHaveLength(1);
  });

  it('sends a failed request again as soon as it is visible', async () => {
    await start();
    await advance(SECOND_MS);
    await setPageVisibility('hidden');
    await lastRequest().fail(failure());
    await advance(60 * SECOND_MS);
    expect(requests).toHaveLength(1);
    await setPageVisibility('visible');
    expect(requests).toHaveLength(2);
  });
});

describe('stopping', () => {
  it('aborts the open request and ignores its answer', async () => {
    await start();
    await advance(SECOND_MS);
    stop();
    expect(lastRequest().signal?.aborted).toBe(true);
    await lastRequest().answer(completed);
    expect([statuses, connections]).toEqual([[], []]);
  });
});

describe('the event stream', () => {
  beforeEach(() => void vi.stubGlobal('EventSource', Stream));

  it('belongs to the payment and reports each state', async () => {
    await start();
    expect(Stream.opened.map(({ url }) => url)).toEqual([`https://pay.example/${pending.id}`]);
    await lastStream().send({ ...pending, status: 'unresolved', updatedAt: LATER });
    expect([statuses, connections]).toEqual([['unresolved'], []]);
  });

  it('slows polling down to every 25 s', async () => {
    await start();
    await lastStream().send(pending);
    expect(await secondsToNextRequest()).toBe(25);
    await lastRequest().answer(pending);
    expect(await secondsToNextRequest()).toBe(25);
  });

  it('ends the retries of failed requests, and the message about them', async () => {
    await start();
    await advance(SECOND_MS);
    await lastRequest().fail(failure());
    await secondsToNextRequest();
    await lastRequest().fail(failure(40 * SECOND_MS));
    expect(connections).toEqual(['slow', 'unreachable']);
    await lastStream().send({ ...pending, updatedAt: LATER });
    expect(connections).toEqual(['slow', 'unreachable', 'good']);
    expect(await secondsToNextRequest()).toBe(25);
  });

  it('that dies unnoticed leaves polling, which reports the connection', async () => {
    await start();
    await lastStream().send(pending);
    expect(await secondsToNextRequest()).toBe(25);
    await lastRequest().fail(createLocalError('unreachable'));
    expect(connections).toEqual(['slow']);
    expect(await secondsToNextRequest()).toBe(1);
  });

  it('closes after 10 s without an event, while polling continues', async () => {
    await start(somePayment({ nextPollMs: 60 * SECOND_MS }));
    await advance(10 * SECOND_MS);
    expect(lastStream().readyState).toBe(2);
    await advance(50 * SECOND_MS);
    expect(requests).toHaveLength(1);
  });

  it.each(['<html>', '{"status":"completed"}', 'null'])(
    'closes after the event %j, which changes nothing',
    async (data) => {
      await start();
      await lastStream().send(pending);
      statuses = [];
      await lastStream().send(data);
      expect([statuses, lastStream().readyState]).toEqual([[], 2]);
      expect(await secondsToNextRequest()).toBe(1);
    },
  );

  it('restores the polling interval while the browser reconnects, and slows it down after the next event', async () => {
    await start();
    const stream = lastStream();
    await stream.send(pending);
    await stream.break(Stream.CONNECTING);
    expect(stream.readyState).toBe(Stream.CONNECTING);
    expect(await secondsToNextRequest()).toBe(1);
    await lastRequest().answer(pending);
    await stream.send(pending);
    expect(await secondsToNextRequest()).toBe(25);
    expect(Stream.opened).toHaveLength(1);
  });

  it('reopens after a refusal only when the page resumes', async () => {
    await start();
    await lastStream().break(Stream.CLOSED);
    await advance(5 * SECOND_MS);
    expect(Stream.opened).toHaveLength(1);
    await reconnect();
    expect(Stream.opened).toHaveLength(2);
  });

  it('closes while the page is hidden, and reopens when it is visible', async () => {
    await start();
    const [first] = Stream.opened;
    await setPageVisibility('hidden');
    expect(first?.readyState).toBe(2);
    await setPageVisibility('visible');
    expect([Stream.opened.length, lastStream().readyState]).toEqual([2, 1]);
  });

  it('closes when the page is left, so that it can return from the back-forward cache, and reopens then', async () => {
    await start();
    const [first] = Stream.opened;
    await send(window, new Event('pagehide'));
    expect(first?.readyState).toBe(2);
    await returnFromCache();
    expect([Stream.opened.length, lastStream().readyState]).toEqual([2, 1]);
  });

  it('closes when the payment has its result', async () => {
    await start();
    await lastStream().send(completed);
    expect([statuses, lastStream().readyState]).toEqual([['completed'], 2]);
    await advance(60 * SECOND_MS);
    expect(requests).toHaveLength(0);
  });
});
