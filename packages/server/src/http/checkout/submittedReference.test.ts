import { type PaymentId, paymentIdSchema } from '@tsena/shared/checkout';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { detailsOf, startPaymentsStub } from '../../../test/support/operatorStub.ts';
import { type ProblemAnswer, startStack } from '../../../test/support/stack.ts';
import { useForEach } from '../../../test/support/use.ts';
import { findPayment, historyOf } from '../../core/storage/reads.ts';

const operator = useForEach(startPaymentsStub);
const stack = useForEach(() =>
  startStack({ env: { OPERATOR_BASE_URL: operator.baseUrl, OPERATOR_TIMEOUT_MS: '30000' }, callbacks: false }),
);

beforeEach(async () => {
  operator.lost.add('25000');
});

/** A payment whose initiation got no answer. */
async function unresolved(order = 'ORDER-1'): Promise<PaymentId> {
  const { body } = await stack.pay(order, '25000');
  expect(body.status).toBe('unresolved');
  return z.parse(paymentIdSchema, body.id);
}

const submit = (id: PaymentId, transactionReference: string) =>
  stack.post<ProblemAnswer>(`/v1/payments/${id}/reference`, { transactionReference });

describe('POST /v1/payments/{id}/reference', () => {
  it('rejects a malformed reference without an attempt or a request to the operator', async () => {
    const id = await unresolved();
    const before = await historyOf(stack.served.companion.storage.store.db, id);
    for (const reference of ['..', '%2e%2e', 'status/sc-1', '636042511?x=1', '６３６０４２５１１', '0636042511', '1234', '']) {
      const answer = await submit(id, reference);
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', errors: [{ pointer: '/transactionReference' }] } });
    }
    expect(operator.detailsAsked).toEqual([]);
    expect(await historyOf(stack.served.companion.storage.store.db, id)).toEqual(before);
    expect(await findPayment(stack.served.companion.storage.store.db, id)).toMatchObject({ reference_attempts: 0 });
  });

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
