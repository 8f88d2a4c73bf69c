import {
  MAX_REPORTED_ROWS,
  type StatementReport,
  type StatementResult,
  type StatementRow,
} from '@tsena/shared/merchant';
import type { Reader } from '../../core/storage/reads.ts';
import { writeTime, writeTimeOrNull } from '../../core/views/time.ts';
import type { ComparedRow } from './compareStatement.ts';
import type { Reconciliation } from './reconcileStatement.ts';
import { writeHundredths } from './statementCells.ts';
import { maskPayer, type StatementLine } from './statementMatch.ts';
import { paymentsOfReport } from './statementReads.ts';

/** Rows whose payments are read at once. */
const PAGE_ROWS = 500;
/** What a merchant looks at first. */
const BY_URGENCY: readonly StatementResult[] = ['onlyAtOperator', 'different', 'onlyHere', 'refund', 'ignored'];

/** The report as the merchant API gives it: the rows that are not `matched`, by urgency, and how many it leaves out. */
export async function buildReport(db: Reader, { period, counts, rows }: Reconciliation): Promise<StatementReport> {
  const open = BY_URGENCY.flatMap((result) => rows.filter((row) => row.result === result));
  const reported: StatementRow[] = [];
  for await (const page of pagesOf(db, open.slice(0, MAX_REPORTED_ROWS))) reported.push(...page);
  return {
    from: writeTime(period.from),
    to: writeTime(period.to),
    counts,
    rows: reported,
    more: open.length - reported.length,
  };
}

/** Rows as the merchant API shows them, page by page, with their payments. */
export async function* pagesOf(db: Reader, rows: readonly ComparedRow[]): AsyncGenerator<readonly StatementRow[]> {
  for (let at = 0; at < rows.length; at += PAGE_ROWS) {
    const page = rows.slice(at, at + PAGE_ROWS);
    const ids = [...new Set(page.flatMap(({ payment }) => payment ?? []))];
    const payments = ids.length === 0 ? [] : await paymentsOfReport(db, ids);
    const views = new Map(payments.map((payment) => [payment.id, viewPayment(payment)]));
    yield page.map((row) => viewRow(row, (row.payment === null ? undefined : views.get(row.payment)) ?? null));
  }
}

function viewRow(
  { line, result, payment: paymentId, refund: refundId, differences }: ComparedRow,
  payment: StatementRow['payment'],
): StatementRow {
  return {
    result,
    row: line === null ? null : viewLine(line),
    paymentId,
    refundId,
    differences: [...differences],
    payment,
  };
}

function viewLine({ line, at, reference, amount, fee, payer }: StatementLine): StatementRow['row'] {
  return {
    line,
    date: writeTimeOrNull(at),
    transactionReference: reference,
    amount: amount === null ? null : writeHundredths(amount),
    fee: fee === null ? null : writeHundredths(fee),
    payer: payer === null ? null : maskPayer(payer),
  };
}

type ReportedPayment = Awaited<ReturnType<typeof paymentsOfReport>>[number];

function viewPayment(payment: ReportedPayment): NonNullable<StatementRow['payment']> {
  return {
    order: payment.order_reference,
    status: payment.status,
    amount: String(payment.amount),
    fees: payment.fees,
    payer: payment.payer,
    transactionReference: payment.transaction_id,
    finalAt: writeTimeOrNull(payment.final_at),
  };
}
