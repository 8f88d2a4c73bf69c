import type { Payment } from '@tsena/shared/checkout';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { paymentId, somePayment } from '../testing/payments.ts';
import { sendJson, serve, type TestServer } from '../testing/server.ts';
import { createApi } from './api.ts';
import { type Connection, follow } from './live.ts';

const LATER = '2026-01-01T10:05:00.000Z';
const completed = somePayment({ status: 'completed', updatedAt: LATER, serverTime: LATER, nextPollMs: null });

let end: () => void = () => undefined;
afterEach(() => end());

function followAt(url: string, payment = somePayment()) {
  const seen: Payment['status'][] = [];
  const connections: Connection[] = [];
  end = follow({
    api: createApi(url, 'en'),
    payment,
    onPayment: ({ status }) => seen.push(status),
    onConnection: (connection) => connections.push(connection),
  });
  return { seen, connections };
}

/** Lets what has been asked until now arrive: the server answers these two one after the other, and after it. */
async function askTwice(server: TestServer): Promise<void> {
  const api = createApi(server.url, 'en');
  await api.payment(paymentId('8'));
  await api.payment(paymentId('9'));
}

/** The requests that reached the server, but for those of {@link askTwice}. */
function looksAt(server: TestServer): number {
  return server.asked.filter(({ path }) => path === `/v1/payments/${paymentId('1')}`).length;
}

// Without EventSource here, so by polling; the browser tests have both.
describe('following a payment', () => {
  it('looks at the companion’s pace, the next time only after the last answer, and ends when it is final', async () => {
    let open = 0;
    let most = 0;
    await using server = await serve((_request, response) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        sendJson(response, server.asked.length < 4 ? somePayment() : completed);
      }, 30);
    });
    const { seen } = followAt(server.url);
    await vi.waitFor(() => expect(seen.at(-1)).toBe('completed'));
    window.dispatchEvent(new Event('online'));
    await askTwice(server);
    expect([looksAt(server), most]).toEqual([4, 1]);
  });

  it('a look that fails changes nothing, and is said', async () => {
    await using server = await serve((_request, response) => {
      const { length } = server.asked;
      if (length === 1) response.destroy();
      else if (length === 2) response.end('<html>');
      else sendJson(response, completed);
    });
    const { seen, connections } = followAt(server.url);
    await vi.waitFor(() => expect(seen).toEqual(['completed']));
    expect(connections).toEqual(['slow', 'unreachable', 'good']);
  });

  it('ends too when it hears that another attempt has paid the order, and with no other news of one', async () => {
    const other = { id: paymentId('2'), createdAt: '2026-01-01T09:00:00Z' };
    await using server = await serve((_request, response) =>
      sendJson(response, server.asked.length < 3 ? somePayment({ ...other, status: 'failed' }) : { ...completed, ...other }),
    );
    const { seen } = followAt(server.url);
    await vi.waitFor(() => expect(seen).toEqual(['completed']));
  });

  it('what is older than what is known is passed over', async () => {
    await using server = await serve((_request, response) => sendJson(response, server.asked.length < 3 ? somePayment() : completed));
    const { seen } = followAt(server.url, somePayment({ status: 'unresolved', updatedAt: '2026-01-01T10:03:00Z' }));
    await vi.waitFor(() => expect(seen).toEqual(['completed']));
  });

  it('looks at once when the page comes back', async () => {
    await using server = await serve((_request, response) => sendJson(response, completed));
    const { seen } = followAt(server.url, somePayment({ nextPollMs: 600_000 }));
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(seen).toEqual(['completed']));
  });

  it('says at once that the phone is offline', async () => {
    await using server = await serve(() => undefined);
    const { connections } = followAt(server.url);
    window.dispatchEvent(new Event('offline'));
    expect(connections).toEqual(['offline']);
  });

  it('asks no more once it is ended', async () => {
    await using server = await serve((_request, response) => sendJson(response, somePayment()));
    const { seen } = followAt(server.url);
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(1));
    end();
    // One that was under way may still arrive.
    await askTwice(server);
    const length = looksAt(server);
    window.dispatchEvent(new Event('online'));
    await askTwice(server);
    expect(looksAt(server)).toBe(length);
  });
});
