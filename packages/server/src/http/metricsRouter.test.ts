import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import express from 'express';
import { Registry } from 'prom-client';
import { describe, expect, it, vi } from 'vitest';
import { finish } from '../../test/support/merchant.ts';
import { testSettings } from '../../test/support/operatorFixture.ts';
import { startStack } from '../../test/support/stack.ts';
import { untilTestEnds, useFolder, useForEach } from '../../test/support/use.ts';
import { createLog } from '../log/log.ts';
import { problemHandler } from './kit/problem.ts';
import { serveRoutes } from './kit/route.ts';
import { metricsRoutes } from './metricsRouter.ts';

const folder = useFolder();

const stack = useForEach(startStack);

async function scrape(
  headers: Record<string, string> = {},
  url = stack.served.url,
): Promise<{ status: number; text: string }> {
  const response = await fetch(`${url}/metrics`, { headers });
  return { status: response.status, text: await response.text() };
}

/** The value of a metric; NaN if it is absent. */
async function readMetric(line: string): Promise<number> {
  const { text } = await scrape();
  const found = text.split('\n').find((one) => one.startsWith(`${line} `));
  return Number(found?.slice(line.length + 1) ?? Number.NaN);
}

describe('GET /metrics', () => {
  it('follows a payment from its creation to its final state, and the operator’s pauses', async () => {
    const { body } = await stack.pay('ORDER-1');
    expect(await readMetric('tsena_payments_open{status="pending"}')).toBe(1);
    expect(await readMetric('tsena_operator_call_seconds_count{operation="initiate",outcome="200"}')).toBe(1);

    await finish(stack, body.id, 'approve');
    await vi.waitFor(async () => {
      expect(await readMetric('tsena_payments_open{status="pending"}')).toBe(0);
      expect(await readMetric('tsena_payment_duration_seconds_count{status="completed"}')).toBe(1);
      expect(await readMetric('tsena_webhook_delivery_attempts_total{outcome="delivered"}')).toBe(1);
      expect(await readMetric('tsena_webhooks{status="pending"}')).toBe(0);
    });
    expect(await readMetric('tsena_http_requests_total{route="/v1/payments",method="POST",status="2xx"}')).toBe(1);
    stack.sandbox.setFaults([{ on: 'initiate', do: 'throttle', value: 60 }]);
    await stack.pay('ORDER-2');
    expect(await readMetric('tsena_payment_failures_total{code="operator_busy"}')).toBe(1);
    expect(await readMetric('tsena_operator_pause_seconds{cause="throttled"}')).toBeGreaterThan(30);
  });

  it('contains no payment, order, number or address', async () => {
    const { body } = await stack.pay('ORDER-77');
    await stack.get(`/v1/payments/${body.id}`);
    await fetch(`${stack.served.url}/v1/callbacks/some-secret-of-somebody`, { method: 'PUT' });
    await fetch(`${stack.served.url}/wp-admin/0343500003`);
    await fetch(`${stack.served.url}/healthz`, { method: 'PROPFIND' });
    const { text } = await scrape();
    expect(text).toContain('route="/v1/payments/{id}"');
    expect(text).toContain('route="none"');
    expect(text).toContain('route="/healthz",method="other",status="4xx"');
    expect(text).toContain('tsena_http_request_seconds_count{route="/v1/payments/{id}"}');
    expect(text).not.toMatch(/pay_|ORDER-77|0343500003|some-secret|127\.0\.0\.1/);
  });
});

describe('access to /metrics', () => {
  it('is allowed from this machine, and never through a proxy', async () => {
    expect((await scrape()).status).toBe(200);
    for (const name of [
      'X-Forwarded-For',
      'Forwarded',
      'X-Forwarded-Proto',
      'X-Forwarded-Port',
      'X-Client-IP',
      'CF-Connecting-IP',
      'True-Client-IP',
      'Via',
    ]) {
      expect((await scrape({ [name]: 'x' })).status, name).toBe(404);
    }
  });

  it('needs METRICS_TOKEN over a socket file, where a proxy may be the only client', async () => {
    const socketPath = folder('companion.sock');
    const current = () => testSettings('https://operator.example');
    const server = createServer(
      express().use(
        serveRoutes(metricsRoutes, { registry: new Registry(), token: null, current }),
        problemHandler(createLog('silent')),
      ),
    ).listen(socketPath);
    try {
      await once(server, 'listening');
      const [response] = (await once(request({ socketPath, path: '/metrics' }).end(), 'response')) as [IncomingMessage];
      expect(response.resume().statusCode).toBe(404);
    } finally {
      server.close();
    }
  });

  it.each([
    'https://127.0.0.1:1',
    'http://pay.example',
    'http://192.168.1.20:4000',
    'http://pay.example/127.0.0.1',
    'http://127.0.0.1.pay.example',
  ])(
    'needs METRICS_TOKEN with the PUBLIC_URL %s: its proxy may add no header, or each client has its address',
    async (PUBLIC_URL) => {
      const { url } = (await untilTestEnds(startStack({ env: { PUBLIC_URL } }))).served;
      expect((await scrape({}, url)).status).toBe(404);
    },
  );

  it('needs METRICS_TOKEN if it is set', async () => {
    const { url } = (await untilTestEnds(startStack({ env: { METRICS_TOKEN: 'a-token-for-prometheus' } }))).served;
    const far = { Authorization: 'Bearer a-token-for-prometheus', 'X-Forwarded-For': '203.0.113.7' };
    for (const headers of [{}, { Authorization: 'Bearer wrong' }])
      expect((await scrape(headers, url)).status).toBe(404);
    expect((await scrape(far, url)).status).toBe(200);
  });
});
