import { paymentId, someCheckout, somePayment } from '@tsena/testkit/payments';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendJson, serve } from '../testing/server.ts';
import { createApi } from './api.ts';
import type { CompanionError } from './companionError.ts';

const problem = { type: 'about:blank', title: 'Busy', status: 429, detail: 'Miandrasa.', code: 'prompt_open' };

/** Returns the error of a request. */
async function catchError(request: Promise<unknown>): Promise<CompanionError> {
  return request.then(
    () => Promise.reject(new Error('the request did not fail')),
    (error: CompanionError) => error,
  );
}

describe('createApi', () => {
  it('sends the methods, paths, headers and bodies of the contract', async () => {
    await using server = await serve((request, response) =>
      sendJson(response, request.url === '/pay/v1/checkout' ? someCheckout() : somePayment()),
    );
    const api = createApi(`${server.url}/pay/`, 'mg');
    expect(await api.getCheckout('token')).toEqual(someCheckout());
    expect(await api.initiate('token', '0343500003', null)).toEqual(somePayment());
    await api.getPayment(paymentId('1'));
    await api.submitReference(paymentId('1'), '636042511');
    expect(api.getEventsUrl(paymentId('1'))).toBe(`${server.url}/pay/v1/payments/${paymentId('1')}/events?locale=mg`);

    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /pay/v1/checkout',
      'POST /pay/v1/payments',
      `GET /pay/v1/payments/${paymentId('1')}`,
      `POST /pay/v1/payments/${paymentId('1')}/reference`,
    ]);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token',
      undefined,
      undefined,
      undefined,
    ]);
    expect(server.requests.map(({ headers }) => headers['accept-language'])).toEqual(['mg', 'mg', 'mg', 'mg']);
    expect(server.requests.map(({ body }) => body && JSON.parse(body))).toEqual([
      '',
      { orderToken: 'token', msisdn: '0343500003', language: 'mg', retryOf: null },
      '',
      { transactionReference: '636042511' },
    ]);
  });

  it('rejects with the problem, Retry-After in ms and the order’s payment', async () => {
    await using server = await serve((_request, response) =>
      sendJson(response, { ...problem, payment: somePayment() }, 429, { 'Retry-After': '90' }),
    );
    const error = await catchError(createApi(server.url, 'mg').initiate('token', '0343500003', null));
    expect(error).toMatchObject({
      code: 'prompt_open',
      retryAfterMs: 90_000,
      payment: somePayment(),
      isTransient: true,
      isOutcomeUnknown: false,
    });
    expect(error.problem.detail).toBe('Miandrasa.');
  });

  it.each([
    [200, '<html>Wi-Fi</html>'],
    [200, '{"status":"completed"}'],
    [502, '<html>Bad Gateway</html>'],
    [404, ''],
  ])('rejects an answer %d %j as unreadable, with an unknown outcome', async (status, body) => {
    await using server = await serve((_request, response) => response.writeHead(status).end(body));
    expect(await catchError(createApi(server.url, 'en').getPayment(paymentId('1')))).toMatchObject({
      code: 'unreadable',
      isTransient: true,
      isOutcomeUnknown: true,
    });
  });
});

/** Replaces `fetch`, and returns the requests that it receives. */
function stubFetch(answer: (init: RequestInit) => Promise<Response>): RequestInit[] {
  const requests: RequestInit[] = [];
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    requests.push(init);
    return answer(init);
  });
  return requests;
}

describe('a request to the companion', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
  const api = createApi('https://pay.example', 'en');

  it('bypasses the cache and sends no cookie', async () => {
    const requests = stubFetch(async () => new Response(JSON.stringify(somePayment())));
    await api.getPayment(paymentId('1'));
    await api.initiate('token', '0343500003', null);
    expect(requests).toMatchObject([
      { method: 'GET', body: null, cache: 'no-store', credentials: 'omit' },
      { method: 'POST', cache: 'no-store', credentials: 'omit' },
    ]);
  });

  it('is aborted after 20 s without an answer, with an unknown outcome', async () => {
    const requests = stubFetch(
      ({ signal }) =>
        new Promise((_resolve, reject) =>
          signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
        ),
    );
    const failure = catchError(api.initiate('token', '0343500003', null));
    await vi.advanceTimersByTimeAsync(19_999);
    expect(requests.map(({ signal }) => signal?.aborted)).toEqual([false]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await failure).toMatchObject({ code: 'timeout', isOutcomeUnknown: true, isTransient: true });
  });

  it('without an answer about the order, asks the developer for ALLOWED_ORIGINS in the console', async () => {
    stubFetch(() => Promise.reject(new TypeError('Failed to fetch')));
    const said = vi.spyOn(console, 'error').mockReturnValue();
    await catchError(api.getCheckout('token'));
    await catchError(api.initiate('token', '0343500003', null));
    expect(said.mock.calls).toEqual([[expect.stringContaining(`Does its ALLOWED_ORIGINS name ${location.origin}?`)]]);
  });

  it('with a refusal of the order, shows the developer its cause in the console', async () => {
    const problem = {
      status: 401,
      code: 'order_token_invalid',
      title: 'The order token is not a JWT signed with HS256.',
      detail: 'x',
    };
    stubFetch(async () => new Response(JSON.stringify(problem), { status: 401 }));
    const said = vi.spyOn(console, 'error').mockReturnValue();
    await catchError(api.getCheckout('token'));
    await catchError(api.initiate('token', '0343500003', null));
    expect(said.mock.calls).toEqual([[expect.stringContaining('refused the order'), problem]]);
  });

  it.each([
    [true, 'unreachable'],
    [false, 'offline'],
  ])('without an answer, while navigator.onLine is %s, fails as %s with an unknown outcome', async (online, code) => {
    stubFetch(() => Promise.reject(new TypeError('Failed to fetch')));
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
    expect(await catchError(api.initiate('token', '0343500003', null))).toMatchObject({
      code,
      isOutcomeUnknown: true,
      isTransient: true,
    });
  });
});
