import { maskMsisdn, readMsisdn, sameMsisdn } from '@tsena/shared';
import type { StatementDifference, StatementResult } from '@tsena/shared/merchant';
import { isPaid } from '../../core/rules/attemptPolicy.ts';
import type { StoredPayment } from '../../database/schema.ts';
import type { Hundredths } from './statementCells.ts';

/** A row of a statement. */
export interface StatementLine {
  /** The line in the file; the first is 1. */
  readonly line: number;
  /** ms since 1970. */
  readonly at: number | null;
  /** As readReferenceCell reads it. */
  readonly reference: string | null;
  readonly amount: Hundredths | null;
  readonly fee: Hundredths | null;
  /** The payer as the file has it. */
  readonly payer: string | null;
}

/** The values of a row that is no transaction. */
export const NO_VALUES = { at: null, reference: null, amount: null, fee: null, payer: null } as const;

/** The columns of a payment that a row is compared with. */
export type ComparedPayment = Pick<StoredPayment, 'status' | 'resolution' | 'amount' | 'fees' | 'payer'> & {
  readonly msisdn: string | null;
};

/** The period in which payments are expected in the file; `to` is not included. ms since 1970. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** The result of a row that was compared with nothing, or with the payment or refund that it names. */
export interface LineResult {
  readonly result: StatementResult;
  readonly differences: readonly StatementDifference[];
}

/** Whether a row is compared: a transaction within the period. */
export function isCompared({ at, amount }: StatementLine, { from, to }: Period): boolean {
  return at !== null && at >= from && at < to && amount !== null && amount !== 0;
}

/**
 * Compares the rows of received money that have the same reference with its payment. One row is the payment's: the
 * first that agrees with it, else the first. The others are duplicates.
 */
export function matchPayment(lines: readonly StatementLine[], payment: ComparedPayment): LineResult[] {
  return resultsOf(lines.map((line) => differencesOf(line, payment)));
}

/**
 * Compares the rows of sent money that have the same reference with the recorded refunds that name it.
 *
 * @param refunded the sum of those refunds, whole Ariary; undefined if there is none
 */
export function matchRefund(lines: readonly StatementLine[], refunded: number | undefined): LineResult[] {
  if (refunded === undefined) return lines.map(() => ({ result: 'ignored', differences: [] }));
  return resultsOf(
    lines.map(({ amount }) => (amount === -refunded * 100 ? [] : ['amount'])),
    'refund',
  );
}

function resultsOf(
  differences: readonly (readonly StatementDifference[])[],
  agreed: 'matched' | 'refund' = 'matched',
): LineResult[] {
  const chosen = Math.max(
    differences.findIndex(({ length }) => length === 0),
    0,
  );
  return differences.map((found, index) => {
    if (index !== chosen) return { result: 'different', differences: ['duplicate', ...found] };
    return found.length === 0 ? { result: agreed, differences: [] } : { result: 'different', differences: found };
  });
}

function differencesOf({ amount, fee, payer }: StatementLine, payment: ComparedPayment): StatementDifference[] {
  const differences: StatementDifference[] = [];
  if (!isPaid(payment)) differences.push('status');
  if (amount !== payment.amount * 100) differences.push('amount');
  // What one side does not know is no difference. The sign of a fee says only in which column the operator writes it.
  if (fee !== null && payment.fees !== null && Math.abs(fee) !== Math.round(Number(payment.fees) * 100))
    differences.push('fee');
  if (payer !== null && isOtherPayer(payer, payment)) differences.push('payer');
  return differences;
}

/** Only a complete number can show that the payer is another one. */
function isOtherPayer(cell: string, { msisdn, payer }: ComparedPayment): boolean {
  const reading = readMsisdn(cell);
  if (!reading.ok) return false;
  return msisdn === null ? maskMsisdn(reading.msisdn) !== payer : !sameMsisdn(reading.msisdn, msisdn);
}

/** A payer as it is stored and shown: the masked number; dots for a text that is no number of the operator. */
export function maskPayer(cell: string): string {
  const reading = readMsisdn(cell);
  return reading.ok ? maskMsisdn(reading.msisdn) : '••••';
}
