import { describe, expect, it } from 'vitest';
import { startStack } from '../../test/support/stack.ts';
import { useForAll } from '../../test/support/use.ts';

describe('GET /v1/payments/{id} ahead of Express', () => {
  const stack = useForAll(startStack);

  /** A query makes the Express route answer. */
  const askBoth = async (id: string, headers: Record<string, string> = {}) =>
    Promise.all([stack.get(`/v1/payments/${id}`, headers), stack.get(`/v1/payments/${id}?through=express`, headers)]);

  const comparable = (headers: Headers) => {
    const own = new Set(['date', 'x-request-id', 'etag', 'content-length']);
    return Object.fromEntries([...headers].filter(([name]) => !own.has(name)));
  };

  it('equals the answer of the Express route, headers included', async () => {
    const { body } = await stack.pay('POLL-1');
    const [fast, slow] = await askBoth(body.id);
    expect(fast.status).toBe(200);
    expect(fast.body).toEqual({ ...slow.body, serverTime: fast.body.serverTime });
    expect(comparable(fast.headers)).toEqual(comparable(slow.headers));
    expect(fast.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('allows the shop’s pages and no others', async () => {
    const { body } = await stack.pay('POLL-2');
    for (const origin of ['https://shop.example', 'https://elsewhere.example']) {
      const [fast, slow] = await askBoth(body.id, { Origin: origin });
      expect(comparable(fast.headers)).toEqual(comparable(slow.headers));
      expect(fast.headers.get('access-control-allow-origin')).toBe(origin === 'https://shop.example' ? origin : null);
    }
  });

  it('leaves unknown ids and failures, with their sentences, to the Express route', async () => {
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
});
