import { describe, expect, it, vi } from 'vitest';
import { paymentId, someCheckout, somePayment } from '../testing/payments.ts';
import { sendJson, serve } from '../testing/server.ts';
import { createApi } from './api.ts';
import type { CompanionError } from './companionError.ts';

const problem = { type: 'about:blank', title: 'Busy', status: 429, detail: 'Miandrasa.', code: 'prompt_open' };

/** How a call fails. */
async function failureOf(call: Promise<unknown>): Promise<CompanionError> {
  return call.then(
    () => Promise.reject(new Error('the call did not fail')),
    (error: CompanionError) => error,
  );
}

describe('the companion’s interface', () => {
  it('is called as the contract says', async () => {
    await using server = await serve((request, response) =>
      sendJson(response, request.url === '/pay/v1/checkout' ? someCheckout() : somePayment()),
    );
    const api = createApi(`${server.url}/pay/`, 'mg');
    expect(await api.checkout('token')).toEqual(someCheckout());
    expect(await api.initiate('token', '0343500003')).toEqual(somePayment());
    await api.payment(paymentId('1'));
    await api.claim(paymentId('1'), '636042511');
    expect(api.eventsUrl(paymentId('1'))).toBe(`${server.url}/pay/v1/payments/${paymentId('1')}/events?locale=mg`);

    expect(server.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /pay/v1/checkout',
      'POST /pay/v1/payments',
      `GET /pay/v1/payments/${paymentId('1')}`,
      `POST /pay/v1/payments/${paymentId('1')}/claim`,
    ]);
    expect(server.asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer token', undefined, undefined, undefined]);
    expect(server.asked.map(({ headers }) => headers['accept-language'])).toEqual(['mg', 'mg', 'mg', 'mg']);
    expect(server.asked.map(({ body }) => body && JSON.parse(body))).toEqual([
      '',
      { orderToken: 'token', msisdn: '0343500003', language: 'mg' },
      '',
      { transactionReference: '636042511' },
    ]);
  });

  it('says why it refused, when to come again, and which payment stands', async () => {
    await using server = await serve((_request, response) =>
      sendJson(response, { ...problem, payment: somePayment() }, 429, { 'Retry-After': '90' }),
    );
    const error = await failureOf(createApi(server.url, 'mg').initiate('token', '0343500003'));
    expect(error).toMatchObject({ code: 'prompt_open', retryAfterMs: 90_000, payment: somePayment(), transient: true, lost: false });
    expect(error.problem.detail).toBe('Miandrasa.');
  });

  it.each([
    [401, false, false],
    [409, false, false],
    [429, true, false],
    [500, true, true],
    [503, true, true],
  ])('a problem of status %d: may help to ask again %s, may have been acted on %s', async (status, transient, lost) => {
    await using server = await serve((_request, response) => sendJson(response, { ...problem, status }, status));
    expect(await failureOf(createApi(server.url, 'en').payment(paymentId('1')))).toMatchObject({ transient, lost, retryAfterMs: null });
  });

  it.each([
    [200, '<html>Wi-Fi</html>'],
    [200, '{"status":"completed"}'],
    [502, '<html>Bad Gateway</html>'],
    [404, ''],
  ])('an answer %d %j cannot be read, and so decides nothing', async (status, body) => {
    await using server = await serve((_request, response) => response.writeHead(status).end(body));
    expect(await failureOf(createApi(server.url, 'en').payment(paymentId('1')))).toMatchObject({
      code: 'unreadable',
      transient: true,
      lost: true,
    });
  });

  it('ends early when told to', async () => {
    await using server = await serve(() => undefined);
    const abort = new AbortController();
    const failure = failureOf(createApi(server.url, 'en').payment(paymentId('1'), abort));
    await vi.waitFor(() => expect(server.asked).toHaveLength(1));
    abort.abort();
    expect(await failure).toMatchObject({ code: 'timeout', lost: true });
  });
});
