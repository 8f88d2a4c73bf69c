import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readCheckout, TsenaError } from '../src/index.ts';

const CHECKOUT = { order: 'ORDER-1042', amount: '44500', currency: 'MGA', environment: 'sandbox', payment: null };

/** Answers every request with one status and body, and keeps what was asked. */
async function serve(status: number, body: object): Promise<{ url: string; asked: unknown[] }> {
  const asked: unknown[] = [];
  const server = createServer((request, response) => {
    asked.push([request.method, request.url, request.headers.authorization]);
    response.writeHead(status).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

describe('readCheckout', () => {
  it('asks for the current payment of an order with its order token', async () => {
    const { url, asked } = await serve(200, CHECKOUT);
    expect(await readCheckout({ companionUrl: url, orderToken: 'a.b.c' })).toEqual(CHECKOUT);
    expect(asked).toEqual([['GET', '/v1/checkout', 'Bearer a.b.c']]);
  });

  it('throws the code of the problem, without the order token', async () => {
    const { url } = await serve(401, { code: 'order_token_invalid', detail: 'The order token is not valid.' });
    const failure = await readCheckout({ companionUrl: url, orderToken: 'a.b.c' }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TsenaError);
    expect(failure).toMatchObject({ code: 'order_token_invalid', status: 401 });
    expect(JSON.stringify(failure) + String(failure)).not.toContain('a.b.c');
  });
});
