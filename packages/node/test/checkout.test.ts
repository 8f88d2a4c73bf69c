import { serve } from '@tsena/testkit/serve';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readCheckout, TsenaError } from '../src/index.ts';

const CHECKOUT = { order: 'ORDER-1042', amount: '44500', currency: 'MGA', environment: 'sandbox', payment: null };

/** Answers every request with one status and body, and keeps what was asked. */
async function answering(status: number, body: object): Promise<{ url: string; asked: unknown[] }> {
  const asked: unknown[] = [];
  const { url, close } = await serve((request, response) => {
    asked.push([request.method, request.url, request.headers.authorization]);
    response.writeHead(status).end(JSON.stringify(body));
  });
  onTestFinished(close);
  return { url, asked };
}

describe('readCheckout', () => {
  it('asks for the current payment of an order with its order token', async () => {
    const { url, asked } = await answering(200, CHECKOUT);
    expect(await readCheckout({ companionUrl: url, orderToken: 'a.b.c' })).toEqual(CHECKOUT);
    expect(asked).toEqual([['GET', '/v1/checkout', 'Bearer a.b.c']]);
  });

  it('throws the code of the problem, without the order token', async () => {
    const { url } = await answering(401, { code: 'order_token_invalid', detail: 'The order token is not valid.' });
    const failure = await readCheckout({ companionUrl: url, orderToken: 'a.b.c' }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TsenaError);
    expect(failure).toMatchObject({ code: 'order_token_invalid', status: 401 });
    expect(JSON.stringify(failure) + String(failure)).not.toContain('a.b.c');
  });
});
