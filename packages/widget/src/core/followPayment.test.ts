import type { Payment } from '@tsena/shared/checkout';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { somePayment } from '../testing/payments.ts';
import { sendJson, serve } from '../testing/server.ts';
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
    expect(most).toBe(1);
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
});
