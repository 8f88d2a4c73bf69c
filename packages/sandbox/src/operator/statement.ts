import { writeCents } from '@tsena/shared';
import { writeLocalTime } from '@tsena/shared/merchant';
import type { Environment } from '../views/views.ts';
import { toCents } from './accounts.ts';
import type { Transaction } from './ledger.ts';

const COLUMNS = ['date', 'transactionReference', 'type', 'amount', 'fee', 'payer', 'receiver', 'balance'] as const;

/** What a statement covers. */
export interface StatementQuery {
  readonly environment: Environment;
  /** The holder of the account, in national form. */
  readonly msisdn: string;
  /** First and last day, `2026-01-31`, in Madagascar. Both are included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * Builds the statement of an account as CSV (RFC 4180), oldest row first.
 *
 * It has a row for each completed transaction: received money with a positive amount and the fee that the receiver
 * paid, sent money with a negative amount and no fee. Dates are in Madagascar's time, `2026-01-31 23:59:59`. Amounts
 * are whole Ariary, fees and balances have two decimals only where they need them.
 */
export function buildStatement(
  transactions: readonly Transaction[],
  { environment, msisdn, from = '', to = '9999' }: StatementQuery,
): string {
  const rows = transactions
    .filter((transaction) => transaction.environment === environment && transaction.status === 'completed')
    .filter(({ debitMsisdn, creditMsisdn }) => debitMsisdn === msisdn || creditMsisdn === msisdn)
    .map((transaction) => ({ transaction, date: writeLocalTime(transaction.updatedAt) }))
    .filter(({ date }) => date.slice(0, 10) >= from && date.slice(0, 10) <= to)
    .toSorted((one, other) => compareCompletion(one.transaction, other.transaction))
    .map(({ transaction, date }) => buildRow(transaction, date, msisdn));
  return [COLUMNS, ...rows].map((cells) => `${cells.join(',')}\r\n`).join('');
}

/** The order in which the money moved. Within a millisecond, references tell the order, because they count up. */
function compareCompletion(one: Transaction, other: Transaction): number {
  return one.updatedAt - other.updatedAt || Number(one.objectReference) - Number(other.objectReference);
}

/** No cell needs quotes: each is a number, a date, a reference or a fixed word. */
function buildRow(transaction: Transaction, date: string, msisdn: string): readonly string[] {
  const { amount, debitMsisdn, creditMsisdn, objectReference, fees, balancesCents } = transaction;
  const isReceived = creditMsisdn === msisdn;
  return [
    date,
    objectReference ?? '',
    isReceived ? 'payment received' : 'payment sent',
    isReceived ? amount : `-${amount}`,
    isReceived ? (fees[0]?.feeAmount ?? '0') : '0',
    debitMsisdn,
    creditMsisdn,
    writeCents((isReceived ? balancesCents?.receiver : balancesCents?.payer) ?? toCents(0)),
  ];
}

/**
 * The account that a statement is for if none is named: the number that received the most payments, or the second test
 * number.
 */
export function findMerchant(transactions: readonly Transaction[], msisdns: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const { creditMsisdn, status } of transactions) {
    if (status === 'completed') counts.set(creditMsisdn, (counts.get(creditMsisdn) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  return most?.[0] ?? msisdns[1] ?? '';
}
