import type { FaultRule } from '@tsena/sandbox';
import type { Problem } from '@tsena/shared';
import { reply, startOperatorStub } from '@tsena/testkit/operatorStub';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Stack, startStack } from '../../../test/support/stack.ts';
import { untilTestEnds } from '../../../test/support/use.ts';

let stack: Stack;
afterEach(() => stack.close());

const initiationsSent = () => stack.sandbox.requests().filter((request) => request.on === 'initiate').length;
const countPayments = async () =>
  (await stack.served.companion.storage.store.db.selectFrom('payments').select('id').execute()).length;

async function countStatuses(): Promise<Record<string, number>> {
  const rows = await stack.served.companion.storage.store.db.selectFrom('payments').select('status').execute();
  return Object.fromEntries(rows.map(({ status }) => [status, rows.filter((row) => row.status === status).length]));
}

/** Pays these orders, so many side by side. */
async function payAll(orders: number, atOnce: number) {
  const left = Array.from({ length: orders }, (_, index) => `ORDER-${index}`);
  const answers: Awaited<ReturnType<Stack['pay']>>[] = [];
  const one = async () => {
    for (let order = left.shift(); order !== undefined; order = left.shift()) answers.push(await stack.pay(order));
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return answers;
}

const throttled = (on: 'initiate' | 'token', value: number, times: number): FaultRule => ({
  on,
  do: 'throttle',
  value,
  times,
});

describe('while the operator answers 429 for a second', () => {
  it('the payments of 120 orders wait, and all are sent', { timeout: 60_000 }, async () => {
    stack = await startStack({ sandbox: { faults: [throttled('initiate', 1, 4)] } });
    const answers = await payAll(120, 8);
    expect(answers.map(({ status }) => status)).toEqual(Array(120).fill(201));
    await Promise.all(answers.map(({ body }) => stack.until(body.id, 'pending')));
    expect(stack.sandbox.transactions()).toHaveLength(120);
    // The four that were refused are sent once more.
    expect(initiationsSent()).toBe(124);
    expect(stack.receiver.webhooks).toEqual([]);
  });

  it('four times, as soon as a pause is over: each of 24 orders is opened, and at most two are refused twice', {
    timeout: 60_000,
  }, async () => {
    const operator = await untilTestEnds(startOperatorStub());
    let pauses = 0;
    let pausedUntil = 0;
    let accepted = 0;
    operator.payments((answer, request) => {
      if (pauses < 4 && Date.now() >= pausedUntil) {
        pauses += 1;
        pausedUntil = Date.now() + 1000;
        reply(429, '', { 'retry-after': '1' })(answer, request);
        return;
      }
      accepted += 1;
      reply(202, { status: 'pending', serverCorrelationId: `sc-${accepted}`, notificationMethod: 'callback' })(
        answer,
        request,
      );
    });
    stack = await startStack({ env: { OPERATOR_BASE_URL: operator.baseUrl } });
    const answers = await payAll(24, 8);
    expect(answers.map(({ status }) => status)).toEqual(Array(24).fill(201));
    await vi.waitFor(async () => expect((await countStatuses()).pending).toBeGreaterThanOrEqual(22), {
      timeout: 15_000,
    });
    const { pending = 0, failed = 0 } = await countStatuses();
    expect(pending + failed).toBe(24);
    expect(pauses).toBe(4);
  });

  it('a payment that is refused again after the pause fails, and its order can be paid', async () => {
    stack = await startStack({ sandbox: { faults: [throttled('initiate', 1, 2)] } });
    const { status, body } = await stack.pay('ORDER-1');
    expect([status, body.status, body.failure?.code, body.retryable]).toEqual([201, 'failed', 'operator_busy', true]);
    expect(initiationsSent()).toBe(2);
    expect((await stack.pay('ORDER-1')).body.status).toBe('pending');
  });

  it('the token endpoint is asked once more, and the payment is sent', async () => {
    stack = await startStack({ sandbox: { faults: [throttled('token', 1, 1)] } });
    expect((await stack.pay('ORDER-1')).body.status).toBe('pending');
  });
});

describe.each(['initiate', 'token'] as const)('while the operator answers 429 to %s for 30 seconds', (on) => {
  it('one payment fails; then no payment is opened, and nothing is sent', async () => {
    stack = await startStack({ sandbox: { faults: [throttled(on, 30, 1)] } });
    const refused = await stack.pay('ORDER-0');
    expect(refused.body).toMatchObject({ status: 'failed', failure: { code: 'operator_busy' } });
    await vi.waitFor(() => expect(stack.receiver.webhooks).toHaveLength(1));
    const sent = stack.sandbox.requests().length;
    const answers = await payAll(20, 8);
    for (const { status, headers, body } of answers) {
      expect([status, (body as unknown as Problem).code]).toEqual([503, 'operator_busy']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(20);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(30);
    }
    expect((await stack.pay('ORDER-0')).status).toBe(503);
    expect(await countPayments()).toBe(1);
    expect(stack.sandbox.requests()).toHaveLength(sent);
    expect(stack.receiver.webhooks).toHaveLength(1);
  });
});

it('an order that has a payment gets it during a pause, as always', async () => {
  stack = await startStack();
  const { body } = await stack.pay('ORDER-1');
  stack.sandbox.setFaults([throttled('initiate', 30, 1)]);
  expect((await stack.pay('ORDER-2')).body.status).toBe('failed');
  expect(await stack.pay('ORDER-1')).toMatchObject({ status: 200, body: { id: body.id } });
});

it('a stop during a pause leaves no payment open: those that wait fail unsent', async () => {
  stack = await startStack();
  await stack.pay('ORDER-0');
  stack.sandbox.setFaults([throttled('initiate', 4, 1)]);
  const refused = stack.pay('REFUSED');
  const readMetrics = async () => (await fetch(`${stack.served.url}/metrics`)).text();
  await vi.waitFor(async () =>
    expect(await readMetrics()).toMatch(/^tsena_operator_pause_seconds\{cause="throttled"\} [1-9]/m),
  );
  const waiting = Array.from({ length: 5 }, (_, index) => stack.pay(`ORDER-${index + 1}`));
  await vi.waitFor(async () => expect(await countPayments()).toBe(7));
  await stack.served.stop();
  for (const { body } of await Promise.all(waiting)) {
    expect(body).toMatchObject({ status: 'failed', failure: { code: 'not_sent' } });
  }
  // The operator refused the first for certain.
  expect((await refused).body).toMatchObject({ status: 'failed', failure: { code: 'operator_busy' } });
  expect(initiationsSent()).toBe(2);
});
