import type { Problem } from '@tsena/shared';
import type { Payment } from '@tsena/shared/checkout';
import type { Transaction } from '@tsena/shared/merchant';
import { reply } from '@tsena/testkit/operatorStub';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { detailsOf, type ScriptedOperator, startScriptedOperator, statusOf } from '../../test/support/operatorScript.ts';
import { type Answer, MERCHANT_API_KEY, type Stack, startStack } from '../../test/support/stack.ts';

let operator: ScriptedOperator;
let stack: Stack;
beforeEach(async () => {
  operator = await startScriptedOperator();
  stack = await startStack({ env: { OPERATOR_BASE_URL: operator.baseUrl } });
});
afterEach(async () => {
  await operator.close();
  await stack.close();
});

function read<Body = Transaction>(reference: string, key = MERCHANT_API_KEY): Promise<Answer<Body>> {
  return stack.get<Body>(`/v1/merchant/transactions/${encodeURIComponent(reference)}`, { Authorization: `Bearer ${key}` });
}

describe('GET /v1/merchant/transactions/{transactionReference}', () => {
  it('returns the operator’s details with masked parties, and null for a transaction that belongs to no payment', async () => {
    operator.details = () => detailsOf('25000', '2026-11-20T12:00:00.000Z', { fees: [{ feeAmount: '375' }] });
    const { status, body } = await read('636042511');
    expect(status).toBe(200);
    expect(body).toEqual({
      transactionReference: '636042511',
      amount: '25000',
      currency: 'MGA',
      transactionStatus: 'completed',
      debitParty: '034 •• ••0 03',
      creditParty: '034 •• ••0 04',
      createdAt: '2026-11-20T12:00:00.000Z',
      fees: '375',
      failureReason: null,
      paymentId: null,
    });
    expect(operator.detailsAsked).toEqual(['636042511']);
  });

  it('names the payment that the transaction completed', async () => {
    operator.status = (id) => statusOf(id, 'completed', '636042511');
    operator.details = () => detailsOf('25000', new Date().toISOString());
    const { body } = await stack.pay('ORDER-1');
    await stack.until(body.id, 'completed');
    expect((await read(' 636 042 511 ')).body.paymentId).toBe(body.id);
  });

  it('names the payment whose X-CorrelationID the details have, before it completes', async () => {
    const { body } = await stack.pay('ORDER-1');
    const { db } = stack.served.companion.storage.store;
    const { correlation_id } = await db.selectFrom('payments').select('correlation_id').executeTakeFirstOrThrow();
    const metadata = [{ key: 'XCorrelationId', value: correlation_id }];
    operator.details = () => detailsOf('25000', new Date().toISOString(), { metadata });
    expect((await read('636042511')).body.paymentId).toBe(body.id);
    expect((await stack.get<Payment>(`/v1/payments/${body.id}`)).body.status).toBe('pending');
  });

  it('returns why a transaction failed', async () => {
    const metadata = [
      { key: 'originalTransactionResult', value: '60019' },
      { key: 'originalTransactionResultDesc', value: 'Insufficient balance of 0343500003' },
    ];
    operator.details = () => detailsOf('25000', '2026-11-20T12:00:00Z', { transactionStatus: 'failed', metadata });
    expect((await read('636042511')).body).toMatchObject({
      transactionStatus: 'failed',
      failureReason: '60019 Insufficient balance of [msisdn]',
    });
  });

  it('finds a payment that the merchant sent', async () => {
    const parties = { debitParty: [{ key: 'msisdn', value: '261343500004' }], creditParty: [{ key: 'msisdn', value: '0343500003' }] };
    operator.details = () => detailsOf('25000', '2026-11-20T12:00:00Z', parties);
    expect(await read('636042511')).toMatchObject({ status: 200, body: { debitParty: '034 •• ••0 04' } });
  });

  it('answers 404 alike for a transaction of others, for an unknown one, and for one without parties', async () => {
    const others = { creditParty: [{ key: 'msisdn', value: '0343500009' }] };
    const answers = [detailsOf('25000', '2026-11-20T12:00:00Z', others), reply(404, { errorCategory: 'x', errorCode: 'identifierError' })];
    answers.push(detailsOf('25000', '2026-11-20T12:00:00Z', { debitParty: [], creditParty: [] }));
    for (const answer of answers) {
      operator.details = () => answer;
      const { status, body } = await read<Problem>('636042511');
      expect([status, body.code, Object.keys(body).sort()]).toEqual([
        404,
        'transaction_not_found',
        ['code', 'detail', 'status', 'title', 'type'],
      ]);
    }
  });

  it.each(['../status/sc-1', '0636042511', '1234', 'a-b-c-d-e', '６３６０４２５１１', '1'.repeat(21)])(
    'answers 404 for %j, which is no reference, without a request to the operator',
    async (reference) => {
      const { status, body } = await read<Problem>(reference);
      expect([status, body.code]).toEqual([404, 'transaction_not_found']);
      expect(operator.detailsAsked).toEqual([]);
    },
  );

  it('answers 503 with Retry-After while the operator does not answer, and status checks go on', async () => {
    operator.details = () => reply(500);
    for (let lookup = 0; lookup < 6; lookup += 1) {
      const { status, headers, body } = await read<Problem>('636042511');
      expect([status, body.code]).toEqual([503, 'operator_unavailable']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    // The sixth was not sent: five failures in a row stop these lookups only.
    expect(operator.detailsAsked).toHaveLength(5);
    operator.status = (id) => statusOf(id, 'completed', '700000001');
    operator.details = () => detailsOf('25000', new Date().toISOString());
    const payment = await stack.pay('ORDER-1');
    await stack.until(payment.body.id, 'completed');
  });

  it('allows a key 60 lookups a minute', async () => {
    operator.details = () => detailsOf('25000', '2026-11-20T12:00:00Z');
    for (let lookup = 0; lookup < 60; lookup += 1) expect((await read('636042511')).status).toBe(200);
    const { status, headers, body } = await read<Problem>('636042511');
    expect([status, body.code]).toEqual([429, 'too_many_lookups']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(operator.detailsAsked).toHaveLength(60);
  });

  it('asks the operator for nobody without the key', async () => {
    expect((await read('636042511', 'another-key-of-some-length')).status).toBe(401);
    expect(operator.detailsAsked).toEqual([]);
  });
});
