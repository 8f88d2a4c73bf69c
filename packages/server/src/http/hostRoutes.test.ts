import { paymentSchema } from '@tsena/shared/checkout';
import type { ErrorRequestHandler } from 'express';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { type Host, startHost } from '../../test/support/host.ts';

let host: Host;
afterEach(() => host.close());

/** Headers that the companion sets on its own answers. */
const OWN_HEADERS = [
  'content-security-policy',
  'referrer-policy',
  'strict-transport-security',
  'cache-control',
  'access-control-allow-origin',
  'x-request-id',
];

const get = (path: string, init?: RequestInit) => fetch(`${host.url}${path}`, { redirect: 'manual', ...init });

describe('the companion at the root of a host app', () => {
  it('passes on requests that are not its own, unchanged', async () => {
    host = await startHost({
      after: (app) =>
        app.all(/.*/, (request, response) => {
          response
            .type('text/plain')
            .send(`${request.method} ${request.originalUrl} ${response.locals.requestId ?? 'untouched'}`);
        }),
    });
    const paths = [
      '/',
      '/about?x=1',
      '/v1',
      '/v1/users',
      '/v1/paymentsx',
      '/v1/checkout-rest.js',
      '/healthzz',
      '/dashboards',
      '/%E0%A4%A',
    ];
    for (const path of paths) {
      for (const method of ['GET', 'POST']) {
        const answer = await get(path, { method, headers: { Origin: 'https://shop.example' } });
        expect(await answer.text()).toBe(`${method} ${path} untouched`);
        expect(OWN_HEADERS.filter((name) => answer.headers.has(name))).toEqual([]);
      }
    }
    expect(await (await get('/metrics')).text()).not.toContain('route="none"');
  });

  it('answers unknown addresses below its own with not_found', async () => {
    host = await startHost({ after: (app) => app.use((_request, response) => void response.send('the host’s own')) });
    const paths = [
      '/v1/payments/x/y',
      '/v1/callbacks',
      '/V1/Payments/x/y',
      '/v1/checkout-0000000000000000.js',
      '/dashboard/x',
    ];
    for (const path of paths) {
      const answer = await get(path);
      expect(await answer.json(), path).toMatchObject({ status: 404, code: 'not_found' });
      expect(answer.headers.get('content-security-policy'), path).toContain("default-src 'none'");
    }
  });

  it('leaves 404s and errors of the host app to the host app', async () => {
    const failed: ErrorRequestHandler = (error: Error, _request, response, _next) => {
      response.status(418).send(`the host’s own handler: ${error.message}`);
    };
    host = await startHost({
      before: (app) =>
        app.get('/early', () => {
          throw new Error('early');
        }),
      after: (app) => {
        app.get('/late', () => {
          throw new Error('late');
        });
        app.get('/later', async () => {
          throw new Error('later');
        });
        app.use(failed);
      },
    });
    for (const word of ['early', 'late', 'later']) {
      expect(await (await get(`/${word}`)).text()).toBe(`the host’s own handler: ${word}`);
    }
    const unknown = await get('/nowhere');
    expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    const own = await get('/v1/payments/%E0%A4%A');
    expect(await own.json()).toMatchObject({ status: 400, code: 'invalid_request' });
  });
});

describe('the companion below a path of a host app', () => {
  it('answers and is called back below that path, and calls the host’s handler for each event', async () => {
    const events: string[] = [];
    host = await startHost({
      mountPath: '/pay/momo',
      onEvent: async ({ type, data }) => void events.push(`${type} ${data.id}`),
    });
    const created = await host.pay('ORDER-1');
    const { id } = z.parse(paymentSchema, await created.json());
    const location = created.headers.get('location');
    expect(location).toBe(`/pay/momo/v1/payments/${id}`);
    const there = await get(location ?? '');
    expect([there.status, z.parse(paymentSchema, await there.json()).id]).toEqual([200, id]);
    const [transaction] = host.sandbox.transactions();
    expect(transaction?.callbackUrl).toMatch(new RegExp(`^${host.url}/pay/momo/v1/callbacks/`));
    host.sandbox.approve(transaction?.serverCorrelationId ?? '');
    await vi.waitFor(() => expect(events).toEqual([`payment.completed ${id}`]), 10_000);
  });

  it('serves the dashboard and the API reference below that path', async () => {
    host = await startHost({ mountPath: '/pay' });
    const redirect = await get('/pay/dashboard');
    expect(new URL(redirect.headers.get('location') ?? '', `${host.url}/pay/dashboard`).pathname).toBe(
      '/pay/dashboard/',
    );
    expect((await get('/pay/dashboard/')).status).toBe(200);
    expect((await get('/pay/v1/openapi.json')).status).toBe(200);
    expect(host.sandbox.transactions()).toEqual([]);
  });
});
