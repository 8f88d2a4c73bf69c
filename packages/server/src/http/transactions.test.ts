import type { Problem } from '@tsena/shared';
import type { Transaction } from '@tsena/shared/merchant';
import { describe, expect, it } from 'vitest';
import { detailsOf, startPaymentsStub } from '../../test/support/operatorStub.ts';
import { type Answer, MERCHANT_API_KEY, startStack } from '../../test/support/stack.ts';
import { useForEach } from '../../test/support/use.ts';

const operator = useForEach(startPaymentsStub);
const stack = useForEach(() => startStack({ env: { OPERATOR_BASE_URL: operator.baseUrl } }));

function read<Body = Transaction>(reference: string, key = MERCHANT_API_KEY): Promise<Answer<Body>> {
  return stack.get<Body>(`/v1/merchant/transactions/${encodeURIComponent(reference)}`, {
    Authorization: `Bearer ${key}`,
  });
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

  it('allows a key 60 lookups a minute', async () => {
    operator.details = () => detailsOf('25000', '2026-11-20T12:00:00Z');
    for (let lookup = 0; lookup < 60; lookup += 1) expect((await read('636042511')).status).toBe(200);
    const { status, headers, body } = await read<Problem>('636042511');
    expect([status, body.code]).toEqual([429, 'too_many_lookups']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(operator.detailsAsked).toHaveLength(60);
  });
});
