import type { Payment } from '@tsena/shared/checkout';
import { afterEach, expect, it, vi } from 'vitest';
import { somePayment } from '../testing/payments.ts';
import { sendJson, serve } from '../testing/server.ts';
import { createApi } from './api.ts';
import { followPayment } from './followPayment.ts';
import type { Connection } from './pollPayment.ts';

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

// happy-dom has no EventSource, so this polls. The browser tests cover both.
it('a failed request is reported, keeps the payment’s state and ends nothing', async () => {
  const refused = (code: string, status: number) => ({ type: 'about:blank', title: '', detail: '', code, status });
  await using server = await serve((_request, response) => {
    const { length } = server.requests;
    if (length === 1) response.destroy();
    else if (length === 2) response.end('<html>');
    else if (length === 3) sendJson(response, refused('payment_not_found', 404), 404);
    else if (length === 4) sendJson(response, refused('order_token_expired', 401), 401);
    else sendJson(response, completed);
  });
  const { statuses, connections } = followAt(server.url);
  await vi.waitFor(() => expect(statuses).toEqual(['completed']), { timeout: 30_000 });
  expect(connections).toEqual(['slow', 'unreachable', 'unreachable', 'unreachable', 'good']);
});
