import type { FaultRule } from '@tsena/sandbox';
import type { OrderReference } from '@tsena/shared/checkout';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { seedPayment } from '../../../test/support/seed.ts';
import { type Stack, startStack } from '../../../test/support/stack.ts';

let stack: Stack;
afterEach(() => stack.close());

function initiationsSent(): number {
  return stack.sandbox.requests().filter((request) => request.on === 'initiate').length;
}

it('50 clicks in 5 tabs on one order make one initiation', async () => {
  stack = await startStack({ sandbox: { faults: [{ on: 'initiate', do: 'delay', value: 50 }] } });
  const tokens = await Promise.all(
    Array.from({ length: 5 }, (_, tab) => stack.mint({ sub: 'ORDER-1', amount: '25000' }, 900 + tab)),
  );
  const clicks = tokens.flatMap((orderToken) =>
    Array.from({ length: 10 }, () => ({ orderToken, msisdn: '0343500003' })),
  );
  const answers = await Promise.all(clicks.map((click) => stack.post('/v1/payments', click)));

  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(49);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  // Each click waits for the operator's answer, not only the first.
  expect(new Set(answers.map(({ body }) => body.status))).toEqual(new Set(['pending']));
  expect(initiationsSent()).toBe(1);
});

describe('the operator’s answer to an initiation', () => {
  // One of each outcome: operator/outcome.test.ts has all answers.
  it('500, though it was created: unresolved, with a webhook, and never sent again', async () => {
    stack = await startStack({ sandbox: { faults: [{ on: 'initiate', do: 'accept-then-status', value: 500 }] } });
    const { body } = await stack.pay('ORDER-1');
    expect(body).toMatchObject({ status: 'unresolved', failure: null, retryable: false });
    await vi.waitFor(() =>
      expect(stack.receiver.webhooks.map(({ event }) => event.type)).toEqual(['payment.unresolved']),
    );
    expect((await stack.pay('ORDER-1')).body.id).toBe(body.id);
    await stack.restart();
    expect((await stack.pay('ORDER-1')).body.id).toBe(body.id);
    expect(initiationsSent()).toBe(1);
  });

  it('402: failed, with the code for it', async () => {
    stack = await startStack({ sandbox: { faults: [{ on: 'initiate', do: 'status', value: 402 }] } });
    const { status, body } = await stack.pay('ORDER-1');
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'failed',
      failure: { code: 'insufficient_funds', message: expect.stringMatching(/\S/) },
    });
    expect(stack.sandbox.transactions()).toHaveLength(0);
  });

  it.each([
    ['502', { do: 'status', value: 502 }],
    ['408', { do: 'status', value: 408 }],
    ['a hang', { do: 'hang' }],
    ['a reset', { do: 'reset' }],
  ] as const)('%s to the token request: it is sent once more, and so is the initiation, once', async (_what, fault) => {
    stack = await startStack({ sandbox: { faults: [{ on: 'token', ...fault, times: 1 }] } });
    expect((await stack.pay('ORDER-1')).body.status).toBe('pending');
    expect(initiationsSent()).toBe(1);
  });

  it('no token after two requests: failed, nothing was sent, and the next attempt succeeds', async () => {
    stack = await startStack({ sandbox: { faults: [{ on: 'token', do: 'status', value: 502, times: 2 }] } });
    const first = await stack.pay('ORDER-1');
    expect(first.body).toMatchObject({ status: 'failed', failure: { code: 'not_sent' }, retryable: true });
    expect(initiationsSent()).toBe(0);
    expect((await stack.pay('ORDER-1')).body.status).toBe('pending');
  });
});

describe('an unresolved payment', () => {
  const lost: FaultRule = { on: 'initiate', do: 'accept-then-reset', times: 1 };

  it('allows another after the cool-down; if both complete, the order is overpaid', async () => {
    stack = await startStack({
      sandbox: { faults: [lost] },
      env: { ATTEMPT_COOLDOWN_SECONDS: '1', OPERATOR_TIMEOUT_MS: '1000' },
    });
    const first = await stack.pay('ORDER-1');
    await vi.waitFor(async () => expect((await stack.get(`/v1/payments/${first.body.id}`)).body.retryable).toBe(true), {
      timeout: 5000,
    });
    const second = await stack.pay('ORDER-1');
    expect(second.status).toBe(201);
    for (const { serverCorrelationId } of stack.sandbox.transactions()) stack.sandbox.approve(serverCorrelationId);
    await stack.until(first.body.id, 'completed');
    await stack.until(second.body.id, 'completed');
    const types = () => stack.receiver.webhooks.map(({ event }) => event.type).sort();
    await vi.waitFor(() =>
      expect(types()).toEqual(['order.overpaid', 'payment.completed', 'payment.completed', 'payment.unresolved']),
    );
  });
});

it('an order with five attempts that were sent gets no sixth', async () => {
  stack = await startStack();
  const { store } = stack.served.companion.storage;
  const order_reference = 'ORDER-1' as OrderReference;
  for (const sent_attempt_number of [1, 2, 3, 4, 5]) {
    const attempt = { attempt_number: sent_attempt_number, sent_attempt_number, created_at: 1, sent_at: 1 };
    await seedPayment(store, { order_reference, ...attempt });
  }
  expect(await stack.pay('ORDER-1')).toMatchObject({ status: 409, body: { code: 'attempts_exhausted' } });
  expect(initiationsSent()).toBe(0);
});
