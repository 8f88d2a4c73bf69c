import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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
    await api.submitReference(paymentId('1'), '636042511');
    expect(api.eventsUrl(paymentId('1'))).toBe(`${server.url}/pay/v1/payments/${paymentId('1')}/events?locale=mg`);

    expect(server.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /pay/v1/checkout',
      'POST /pay/v1/payments',
      `GET /pay/v1/payments/${paymentId('1')}`,
      `POST /pay/v1/payments/${paymentId('1')}/reference`,
    ]);
    expect(server.asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer token', undefined, undefined, undefined]);
    expect(server.asked.map(({ headers }) => headers['accept-language'])).toEqual(['mg', 'mg', 'mg', 'mg']);
    expect(server.asked.map(({ headers }) => headers['content-type'])).toEqual([
      undefined,
      'application/json',
      undefined,
      'application/json',
    ]);
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

  it.each([
    ['90', 90_000],
    ['0', 0],
    ['-1', null],
    ['Wed, 21 Oct 2026 07:28:00 GMT', null],
  ])('reads Retry-After %j as %s ms', async (value, retryAfterMs) => {
    await using server = await serve((_request, response) => sendJson(response, problem, 429, { 'Retry-After': value }));
    expect(await failureOf(createApi(server.url, 'mg').payment(paymentId('1')))).toMatchObject({ retryAfterMs });
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

/** Answers every call with what `fetch` gives; what it was asked for. */
function stubFetch(answer: (init: RequestInit) => Promise<Response>): RequestInit[] {
  const asked: RequestInit[] = [];
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    asked.push(init);
    return answer(init);
  });
  return asked;
}

describe('a call to the companion', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
  const api = createApi('https://pay.example', 'en');

  it('takes nothing from a cache, and sends no cookie', async () => {
    const asked = stubFetch(async () => new Response(JSON.stringify(somePayment())));
    await api.payment(paymentId('1'));
    await api.initiate('token', '0343500003');
    expect(asked).toMatchObject([
      { method: 'GET', body: null, cache: 'no-store', credentials: 'omit' },
      { method: 'POST', cache: 'no-store', credentials: 'omit' },
    ]);
  });

  it('counts as lost after twenty seconds without an answer, and ends then', async () => {
    const asked = stubFetch(
      ({ signal }) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))),
    );
    const failure = failureOf(api.initiate('token', '0343500003'));
    await vi.advanceTimersByTimeAsync(19_999);
    expect(asked.map(({ signal }) => signal?.aborted)).toEqual([false]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await failure).toMatchObject({ code: 'timeout', lost: true, transient: true });
  });

  it('leaves no timer behind, however it ends', async () => {
    stubFetch(async () => new Response(JSON.stringify(somePayment())));
    await api.payment(paymentId('1'));
    stubFetch(() => Promise.reject(new TypeError('Failed to fetch')));
    await failureOf(api.payment(paymentId('1')));
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    [true, 'unreachable'],
    [false, 'offline'],
  ])('that no answer came to, the phone being online: %s, is %s, and may have been acted on', async (online, code) => {
    stubFetch(() => Promise.reject(new TypeError('Failed to fetch')));
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
    expect(await failureOf(api.initiate('token', '0343500003'))).toMatchObject({ code, lost: true, transient: true });
  });
});
