import { describe, expect, it } from 'vitest';
import { completedDetails } from '../../../test/support/paymentState.ts';
import { failureReasonOf } from './failureReason.ts';

/** The details of a failed transaction with this result. */
function failedDetails(result: string | undefined, description: string | undefined) {
  const entries = { originalTransactionResult: result, originalTransactionResultDesc: description };
  const metadata = Object.entries(entries).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value }]));
  return completedDetails({ transactionStatus: 'failed', metadata });
}

describe('failureReasonOf', () => {
  it.each([
    ['60019', 'Insufficient balance', '60019 Insufficient balance'],
    ['60019', undefined, '60019'],
    [undefined, 'Declined', 'Declined'],
    ['60019', '0', '60019'],
    ['1', 'of 034 35 000 03', '1 of [msisdn]'],
    ['1', '\0 x', '1 x'],
    ['0', '0', null],
    [undefined, undefined, null],
    ['', ' ', null],
  ])('of the result %j and the description %j is %j', (result, description, reason) => {
    expect(failureReasonOf(failedDetails(result, description))).toBe(reason);
  });

  it('has at most 200 characters', () => {
    expect(failureReasonOf(failedDetails('1', 'x'.repeat(500)))).toHaveLength(200);
  });
});
