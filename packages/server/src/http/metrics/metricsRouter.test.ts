import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import express from 'express';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Stack, startStack } from '../../../test/support/stack.ts';
import { useFolder } from '../../../test/support/use.ts';
import { createLog } from '../../log.ts';
import { problemHandler } from '../problem.ts';
import { serveRoutes } from '../route.ts';
import { metricsRoutes } from './metricsRouter.ts';

const folder = useFolder();

let stack: Stack;
afterEach(() => stack.close());

function scrape(headers: Readonly<Record<string, string>> = {}): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(`${stack.served.url}/metrics`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    asked.on('error', reject).end();
  });
}

/** The value of a metric; NaN if it is absent. */
async function readMetric(line: string): Promise<number> {
  const { text } = await scrape();
  const found = text.split('\n').find((one) => one.startsWith(`${line} `));
  return Number(found?.slice(line.length + 1) ?? Number.NaN);
}

describe('GET /metrics', () => {
  it('follows a payment from its creation to its final state, and the operator’s pauses', async () => {
    stack = await startStack();
    const { body } = await stack.pay('ORDER-1');
    expect(await readMetric('tsena_payments_open{status="pending"}')).toBe(1);
    expect(await readMetric('tsena_operator_call_seconds_count{operation="initiate",outcome="200"}')).toBe(1);

    stack.sandbox.approve(stack.sandbox.transactions()[0]?.serverCorrelationId ?? '');
    await stack.until(body.id, 'completed');
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
    stack = await startStack();
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
    stack = await startStack();
    expect((await scrape()).status).toBe(200);
    expect((await scrape({ 'X-Forwarded-For': '127.0.0.1' })).status).toBe(404);
    expect((await scrape({ Forwarded: 'for=127.0.0.1' })).status).toBe(404);
    for (const name of ['X-Forwarded-Proto', 'X-Forwarded-Port', 'X-Client-IP', 'CF-Connecting-IP', 'True-Client-IP', 'Via']) {
      expect((await scrape({ [name]: 'x' })).status, name).toBe(404);
    }
  });

  it('needs METRICS_TOKEN over a socket file, where a proxy may be the only client', async () => {
    const socketPath = folder('companion.sock');
    const server = createServer(
      express().use(serveRoutes(metricsRoutes, { registry: new Registry(), token: null }), problemHandler(createLog('silent'))),
    ).listen(socketPath);
    try {
      await once(server, 'listening');
      const [response] = (await once(request({ socketPath, path: '/metrics' }).end(), 'response')) as [IncomingMessage];
      expect(response.resume().statusCode).toBe(404);
    } finally {
      server.close();
    }
  });

  it('needs METRICS_TOKEN if it is set', async () => {
    stack = await startStack({ env: { METRICS_TOKEN: 'a-token-for-prometheus' } });
    expect((await scrape()).status).toBe(404);
    expect((await scrape({ Authorization: 'Bearer wrong' })).status).toBe(404);
    const far = { Authorization: 'Bearer a-token-for-prometheus', 'X-Forwarded-For': '203.0.113.7' };
    expect((await scrape(far)).status).toBe(200);
  });
});
