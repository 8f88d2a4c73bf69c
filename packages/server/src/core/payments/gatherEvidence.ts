import type { Operator } from '../operator/client.ts';
import type { Lookups } from '../operator/lookups.ts';
import type { EvidenceInput, StatusEvidence, TransactionEvidence } from '../rules/decisions/evidenceContext.ts';
import { saysCompleted } from '../rules/decisions/reported.ts';
import { hasFailed, type StatusOutcome } from '../rules/operatorAnswers.ts';
import type { StoredPayment } from '../rules/payment.ts';
import type { Question } from '../rules/questions.ts';
import { isSameReference } from '../rules/sameReference.ts';
import { findBoundTo } from '../storage/reads.ts';
import type { Storage } from '../storage/storage.ts';
import type { AtStep } from './steps.ts';

/** What asking the operator about a payment takes. */
export interface EvidenceOptions {
  readonly storage: Storage;
  readonly operator: Pick<Operator, 'status' | 'details' | 'strangers'>;
  readonly at: AtStep;
}

/** What was read of one serverCorrelationId. */
export type Evidence = Pick<EvidenceInput, 'status' | 'transactions'>;

/**
 * Asks for the status of a serverCorrelationId, and for the details of the transactions that it and callbacks name.
 * Anybody who knows a callback address can name something, so what only callbacks name has a budget.
 */
export async function gatherEvidence(
  options: EvidenceOptions,
  payment: StoredPayment,
  question: Question,
): Promise<Evidence> {
  const byStrangers = strangersLookups(options, payment);
  const lookups = question.isNamedByCallback ? byStrangers : options.operator;
  const status = await readStatus(options, lookups, payment, question);
  // It is another payment's.
  if (status !== null && status.answer === null) return { status, transactions: [] };
  const transactions: TransactionEvidence[] = [];
  const own = referenceOfStatus(payment, question, status?.answer ?? null);
  if (own !== null) {
    transactions.push({ reference: own, isNamedByCallback: false, answer: await lookups.details(own) });
    options.at('details read');
  }
  for (const reference of namedReferences(payment, question, status?.answer ?? null)) {
    if (reference === own) continue;
    transactions.push({ reference, isNamedByCallback: true, answer: await byStrangers.details(reference) });
  }
  return { status, transactions };
}

async function readStatus(
  { storage, at }: EvidenceOptions,
  lookups: Pick<Lookups, 'status'>,
  payment: StoredPayment,
  { serverCorrelationId, isNamedByCallback }: Question,
): Promise<StatusEvidence | null> {
  if (serverCorrelationId === null) return null;
  const isOthers =
    isNamedByCallback && (await findBoundTo(storage.store.db, payment.id, serverCorrelationId)) !== undefined;
  const answer = isOthers ? null : await lookups.status(serverCorrelationId);
  at('status read');
  return { serverCorrelationId, isNamedByCallback, answer };
}

/** The transaction that the status names, if its details decide something; of a completed payment the one to verify. */
function referenceOfStatus(
  { status, verified, transaction_id }: StoredPayment,
  { isNamedByCallback }: Question,
  answer: StatusOutcome | null,
): string | null {
  if (status === 'completed' && !isNamedByCallback) return verified === 0 ? transaction_id : null;
  if (answer?.kind !== 'state' || isSameReference(answer.objectReference, transaction_id)) return null;
  const mayContradict = hasFailed(answer) && (status === 'pending' || status === 'unresolved');
  return answer.state === 'completed' || mayContradict ? answer.objectReference : null;
}

/** The transactions that callbacks name, but for the one that has paid the payment. */
function namedReferences(
  { status, transaction_id }: StoredPayment,
  { callbacks }: Question,
  answer: StatusOutcome | null,
): ReadonlySet<string> {
  // A payment that failed, and whose status is failed still, is contradicted by a callback that says completed only.
  const isFailedStill = hasFailed(answer) && status === 'failed';
  const references = callbacks
    .filter((callback) => !isFailedStill || saysCompleted(callback))
    .map((callback) => callback.transaction_reference)
    .filter((reference) => reference !== '' && !isSameReference(reference, transaction_id));
  return new Set(references);
}

function strangersLookups({ operator }: EvidenceOptions, { id }: StoredPayment): Lookups {
  const key = `callbacks of ${id}`;
  return {
    status: (serverCorrelationId) => operator.strangers.run(key, (lookups) => lookups.status(serverCorrelationId)),
    details: (transactionId) => operator.strangers.run(key, (lookups) => lookups.details(transactionId)),
  };
}
