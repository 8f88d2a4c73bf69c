import type { Payment } from '@tsena/shared/checkout';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { paymentId, somePayment } from '../testing/payments.ts';
import { sendJson, serve, type TestServer } from '../testing/server.ts';
import { createApi } from './api.ts';
import { type Connection, followPayment } from './followPayment.ts';

const LATER = '2026-01-01T10:05:00.000Z';
const completed = somePayment({ status: 'completed', updatedAt: LATER, serverTime: LATER, nextPollMs: null });

let stop: () => void = () => undefined;
afterEach(() => stop());

function followAt(url: string, payment = somePayment()) {
  const statuses: Payment['status'][] = [];
  const connections: Connection[] = [];
  stop = followPayment({
    api: createApi(url, 'en'),
    payment,
    onPayment: ({ status }) => statuses.push(status),
    onConnection: (connection) => connections.push(connection),
  });
  return { statuses, connections };
}

/** Waits until earlier requests have arrived: the server answers these two after them. */
async function requestTwice(server: TestServer): Promise<void> {
  const api = createApi(server.url, 'en');
  await api.getPayment(paymentId('8'));
  await api.getPayment(paymentId('9'));
}

/** Counts the requests that reached the server, without those of {@link requestTwice}. */
function countPolls(server: TestServer): number {
  return server.requests.filter(({ path }) => path === `/v1/payments/${paymentId('1')}`).length;
}

// happy-dom has no EventSource, so these tests poll. The browser tests cover both.
describe('followPayment by polling', () => {
  it('polls at the companion’s interval, one request at a time, and stops when the payment is final', async () => {
    let openRequests = 0;
    let most = 0;
    await using server = await serve((_request, response) => {
      openRequests += 1;
      most = Math.max(most, openRequests);
      setTimeout(() => {
        openRequests -= 1;
        sendJson(response, server.requests.length < 4 ? somePayment() : completed);
      }, 30);
    });
    const { statuses } = followAt(server.url);
    await vi.waitFor(() => expect(statuses.at(-1)).toBe('completed'));
    window.dispatchEvent(new Event('online'));
    await requestTwice(server);
    expect([countPolls(server), most]).toEqual([4, 1]);
  });

  it('reports a failed request and keeps the payment’s state', async () => {
    await using server = await serve((_request, response) => {
      const { length } = server.requests;
      if (length === 1) response.destroy();
      else if (length === 2) response.end('<html>');
      else sendJson(response, completed);
    });
    const { statuses, connections } = followAt(server.url);
    await vi.waitFor(() => expect(statuses).toEqual(['completed']));
    expect(connections).toEqual(['slow', 'unreachable', 'good']);
  });

  it('stops when another attempt is completed, and ignores other states of that attempt', async () => {
    const other = { id: paymentId('2'), createdAt: '2026-01-01T09:00:00Z' };
    await using server = await serve((_request, response) =>
      sendJson(response, server.requests.length < 3 ? somePayment({ ...other, status: 'failed' }) : { ...completed, ...other }),
    );
    const { statuses } = followAt(server.url);
    await vi.waitFor(() => expect(statuses).toEqual(['completed']));
  });

  it('ignores a state that is older than the known one', async () => {
    await using server = await serve((_request, response) => sendJson(response, server.requests.length < 3 ? somePayment() : completed));
    const { statuses } = followAt(server.url, somePayment({ status: 'unresolved', updatedAt: '2026-01-01T10:03:00Z' }));
    await vi.waitFor(() => expect(statuses).toEqual(['completed']));
  });

  it('polls at once when the page resumes', async () => {
    await using server = await serve((_request, response) => sendJson(response, completed));
    const { statuses } = followAt(server.url, somePayment({ nextPollMs: 600_000 }));
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(statuses).toEqual(['completed']));
  });

  it('reports at once that the device is offline', async () => {
    await using server = await serve(() => undefined);
    const { connections } = followAt(server.url);
    window.dispatchEvent(new Event('offline'));
    expect(connections).toEqual(['offline']);
  });

  it('sends no request after it was stopped', async () => {
    await using server = await serve((_request, response) => sendJson(response, somePayment()));
    const { statuses } = followAt(server.url);
    await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(1));
    stop();
    // A request that was under way may still arrive.
    await requestTwice(server);
    const length = countPolls(server);
    window.dispatchEvent(new Event('online'));
    await requestTwice(server);
    expect(countPolls(server)).toBe(length);
  });
});
