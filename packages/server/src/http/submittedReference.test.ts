import { type PaymentId, paymentIdSchema } from '@tsena/shared/checkout';
import { reply } from '@tsena/testkit/operatorStub';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { detailsOf, noSuchTransaction, type PaymentsStub, startPaymentsStub, statusOf } from '../../test/support/operatorStub.ts';
import { type ProblemAnswer, type Stack, startStack } from '../../test/support/stack.ts';
import { findPayment, historyOf } from '../storage/reads.ts';

let operator: PaymentsStub;
let stack: Stack;
let flood: { stop(): Promise<void> } | undefined;

beforeEach(async () => {
  operator = await startPaymentsStub();
  operator.lost.add('25000');
  stack = await startStack({ env: { OPERATOR_BASE_URL: operator.baseUrl, OPERATOR_TIMEOUT_MS: '30000' }, callbacks: false });
});
afterEach(async () => {
  await flood?.stop();
  flood = undefined;
  await stack.close();
  await operator.close();
});

/** A payment whose initiation got no answer. */
async function unresolved(order = 'ORDER-1'): Promise<PaymentId> {
  const { body } = await stack.pay(order, '25000');
  expect(body.status).toBe('unresolved');
  return z.parse(paymentIdSchema, body.id);
}

const submit = (id: PaymentId, transactionReference: string) =>
  stack.post<ProblemAnswer>(`/v1/payments/${id}/reference`, { transactionReference });

async function submissionsOf(id: PaymentId): Promise<number> {
  const history = await historyOf(stack.served.companion.storage.store.db, id);
  return history.filter(({ kind }) => kind === 'reference_submitted').length;
}

/** Ten clients that submit references for a payment, each as soon as it has an answer. */
function submitWithoutEnd(id: PaymentId): { readonly answered: () => number; stop(): Promise<void> } {
  let answered = 0;
  let isOver = false;
  const clients = Array.from({ length: 10 }, async (_, client) => {
    for (let turn = 0; !isOver; turn += 1) {
      const response = await fetch(`${stack.served.url}/v1/payments/${id}/reference`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ transactionReference: `6360${client}${String(turn).padStart(6, '0')}` }),
      });
      await response.text();
      answered += 1;
    }
  });
  return {
    answered: () => answered,
    async stop() {
      isOver = true;
      await Promise.all(clients);
    },
  };
}

describe('a client that submits references without end', () => {
  it.each([
    ['fails', reply(503)],
    ['refuses the request', reply(403, { code: '900908', message: 'Resource forbidden' })],
    ['finds none of them', noSuchTransaction],
  ])(
    'causes at most 8 details requests and 8 events while the operator %s, and status checks of other payments continue',
    async (_how, answer) => {
      const id = await unresolved();
      operator.status = (asked) => statusOf(asked, 'completed', '700000001');
      operator.details = (reference) => (reference === '700000001' ? detailsOf('26000', new Date().toISOString()) : answer);
      const client = submitWithoutEnd(id);
      flood = client;
      await expect.poll(client.answered).toBeGreaterThan(100);

      const other = await stack.pay('ORDER-2', '26000');
      expect(other.body.status).toBe('pending');
      await stack.until(other.body.id, 'completed');
      await client.stop();

      const asked = operator.detailsAsked.filter((reference) => reference !== '700000001').length;
      expect(asked).toBeGreaterThanOrEqual(5);
      expect(asked).toBeLessThanOrEqual(8);
      expect(await submissionsOf(id)).toBe(asked);
      expect((await findPayment(stack.served.companion.storage.store.db, id))?.status).toBe('unresolved');
    },
  );
});

describe('POST /v1/payments/{id}/reference', () => {
  it.each(['..', '%2e%2e', 'status/sc-1', '636042511?x=1', '６３６０４２５１１', '0636042511', '1234', ''])(
    'rejects the malformed reference %j without an attempt or a request to the operator',
    async (reference) => {
      const id = await unresolved();
      const before = await historyOf(stack.served.companion.storage.store.db, id);
      const answer = await submit(id, reference);
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', errors: [{ pointer: '/transactionReference' }] } });
      expect(operator.detailsAsked).toEqual([]);
      expect(await historyOf(stack.served.companion.storage.store.db, id)).toEqual(before);
      expect(await findPayment(stack.served.companion.storage.store.db, id)).toMatchObject({ reference_attempts: 0 });
    },
  );

  it.each([
    ['  636 042 511 ', '636042511'],
    ['ab12345', 'AB12345'],
  ])('requests and stores %j in one spelling, %s', async (typed, canonical) => {
    const id = await unresolved();
    operator.details = () => detailsOf('25000', new Date().toISOString());
    expect(await submit(id, typed)).toMatchObject({ status: 200, body: { status: 'completed', transactionReference: canonical } });
    expect(operator.detailsAsked).toEqual([canonical]);
  });
});
