import type { Input } from './decide.ts';
import {
  BY_CALLBACK,
  namedTransaction,
  ownTransaction,
  type PayingTransaction,
  receivedTransaction,
  transactionOfNamedId,
  unprovenTransaction,
} from './decisions/completion.ts';
import type { EvidenceInput } from './decisions/evidenceContext.ts';
import type { StoredPayment } from './payment.ts';

/** The serverCorrelationId that the input would give to the payment. */
export function boundIdOf(input: Input): string | undefined {
  if (input.kind === 'answer') return input.answer.kind === 'accepted' ? input.answer.serverCorrelationId : undefined;
  if (input.kind !== 'evidence' || input.status?.isNamedByCallback !== true) return undefined;
  return input.status.serverCorrelationId;
}

/** The transactions that may complete the payment. */
export function payingTransactions(payment: StoredPayment, input: Input): PayingTransaction[] {
  if (input.kind === 'evidence') return transactionsOf(payment, input);
  if (input.kind === 'sale') return [receivedTransaction(input.reference, input.money)];
  if (input.kind !== 'reference' || input.answer.kind !== 'details') return [];
  const named = namedTransaction(payment, input.reference, input.answer.details, input.named);
  return named === null ? [] : [named];
}

function transactionsOf(payment: StoredPayment, { status, transactions }: EvidenceInput): PayingTransaction[] {
  return transactions.flatMap(({ reference, isNamedByCallback, answer }) => {
    const details = answer.kind === 'details' ? answer.details : null;
    if (!isNamedByCallback && status?.isNamedByCallback !== true) return [ownTransaction(reference, details)];
    if (details === null) return [];
    const transaction = isNamedByCallback
      ? namedTransaction(payment, reference, details, BY_CALLBACK)
      : transactionOfNamedId(payment, reference, details);
    return [transaction ?? unprovenTransaction(reference, details)];
  });
}
