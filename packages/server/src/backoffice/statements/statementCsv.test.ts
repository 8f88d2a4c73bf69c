import type { PaymentId } from '@tsena/shared/checkout';
import type { RefundId, StatementRow } from '@tsena/shared/merchant';
import { expect, it } from 'vitest';
import { writeStatement } from './statementCsv.ts';

const different: StatementRow = {
  result: 'different',
  differences: ['amount', 'fee'],
  row: {
    line: 2,
    date: '2026-01-31T09:00:00.000Z',
    transactionReference: '0600000001',
    amount: '24000.50',
    fee: '375',
    payer: '034 •• ••0 03',
  },
  paymentId: 'pay_1' as PaymentId,
  refundId: null,
  payment: {
    order: '=cmd()',
    status: 'completed',
    amount: '25000',
    fees: '380.25',
    payer: '034 •• ••0 04',
    transactionReference: '600000009',
    finalAt: '2026-01-31T21:30:05.000Z',
  },
};

/** Sent money of which only the refund is known. */
const refund: StatementRow = {
  result: 'refund',
  differences: [],
  row: { line: 3, date: null, transactionReference: null, amount: '-5000', fee: null, payer: null },
  paymentId: null,
  refundId: 'refund_1' as RefundId,
  payment: null,
};

const onlyHere: StatementRow = { ...different, result: 'onlyHere', differences: [], row: null };

it('the rows of a statement as CSV have the row of the file, its payment and its refund', async () => {
  const { value } = await writeStatement([[different, onlyHere, refund]], 'comma').next();
  const [, ...rows] = value?.split('\r\n') ?? [];
  expect(rows).toEqual([
    `"different","amount fee",2,"2026-01-31 12:00:00","0600000001",24000.5,375,"034 •• ••0 03","'=cmd()","completed",25000,380.25,"2026-02-01 00:30:05","pay_1",`,
    `"onlyHere","",,,"600000009",,,,"'=cmd()","completed",25000,380.25,"2026-02-01 00:30:05","pay_1",`,
    '"refund","",3,,,-5000,,,,,,,,,"refund_1"',
    '',
  ]);
});
