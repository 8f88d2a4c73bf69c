import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Stack, startStack } from '../../test/support/stack.ts';

describe('GET /v1/payments/{id}, answered ahead of Express', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack();
  });
  afterAll(() => stack.close());

  /** The query that Express ignores sends a request the long way. */
  const bothWays = async (id: string, headers: Record<string, string> = {}) =>
    Promise.all([stack.get(`/v1/payments/${id}`, headers), stack.get(`/v1/payments/${id}?the=long-way`, headers)]);

  const comparable = (headers: Headers) => {
    const own = new Set(['date', 'x-request-id', 'etag', 'content-length']);
    return Object.fromEntries([...headers].filter(([name]) => !own.has(name)));
  };

  it('says what the route says, under the same headers', async () => {
    const { body } = await stack.pay('POLL-1');
    const [quick, long] = await bothWays(body.id);
    expect(quick.status).toBe(200);
    expect(quick.body).toEqual({ ...long.body, serverTime: quick.body.serverTime });
    expect(comparable(quick.headers)).toEqual(comparable(long.headers));
    expect(quick.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('lets the shops’ pages read it and no others', async () => {
    const { body } = await stack.pay('POLL-2');
    for (const origin of ['https://shop.example', 'https://elsewhere.example']) {
      const [quick, long] = await bothWays(body.id, { Origin: origin });
      expect(comparable(quick.headers)).toEqual(comparable(long.headers));
      expect(quick.headers.get('access-control-allow-origin')).toBe(origin === 'https://shop.example' ? origin : null);
    }
  });

  it('leaves to the route what wants words: an unknown id, and a failure in the language asked for', async () => {
    const unknown = await stack.get('/v1/payments/pay_AAAAAAAAAAAAAAAAAAAAAA');
    expect(unknown.status).toBe(404);
    expect(unknown.body).toMatchObject({ code: 'payment_not_found' });

    const { body } = await stack.pay('POLL-3');
    const [transaction] = stack.sandbox.transactions();
    stack.sandbox.reject(transaction?.serverCorrelationId ?? '');
    await stack.until(body.id, 'failed');
    const sentences = await Promise.all(
      ['mg', 'fr', 'en'].map(
        async (language) => (await stack.get(`/v1/payments/${body.id}`, { 'Accept-Language': language })).body.failure?.message,
      ),
    );
    expect(new Set(sentences).size).toBe(3);
  });

  it('counts it as the route does', async () => {
    const { body } = await stack.pay('POLL-4');
    await stack.get(`/v1/payments/${body.id}`);
    const metrics = await (await fetch(`${stack.served.url}/metrics`)).text();
    expect(metrics).toMatch(/tsena_http_requests_total\{route="\/v1\/payments\/\{id\}",method="GET",status="2xx"\} \d+/);
  });
});
