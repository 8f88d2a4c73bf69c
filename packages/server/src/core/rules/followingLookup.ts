import type { EvidenceInput } from './decisions/evidenceContext.ts';
import { saysCompleted } from './decisions/reported.ts';
import { hasFailed, type StatusOutcome } from './operatorAnswers.ts';
import type { StoredPayment } from './payment.ts';
import type { Question, Questions } from './questions.ts';
import { isSameReference } from './sameReference.ts';

/** What was read about one serverCorrelationId. */
export type Evidence = Pick<EvidenceInput, 'status' | 'transactions'>;

/** The columns of a payment that say what to ask. */
export type Asked = Pick<StoredPayment, 'status' | 'verified' | 'transaction_id'>;

/** What the operator is asked. */
export type Lookup =
  | { readonly of: 'status'; readonly serverCorrelationId: string }
  /** `isNamedByCallback`: only a callback names the transaction, so the lookup has the budget of strangers. */
  | { readonly of: 'details'; readonly reference: string; readonly isNamedByCallback: boolean };

/**
 * What to ask the operator next about a serverCorrelationId: its status, then the details of the transaction that the
 * status names, then those of the transactions that callbacks name.
 *
 * @param read what was read until now; undefined before the first lookup
 * @returns null if all is read
 */
export function followingLookup(payment: Asked, question: Question, read: Evidence | undefined): Lookup | null {
  const { serverCorrelationId } = question;
  if (read === undefined && serverCorrelationId !== null) return { of: 'status', serverCorrelationId };
  const { status, transactions } = read ?? { status: null, transactions: [] };
  // It is another payment's.
  if (status !== null && status.answer === null) return null;
  const answer = status?.answer ?? null;
  const own = referenceOfStatus(payment, question, answer);
  const named = [...namedReferences(payment, question, answer)].filter((reference) => reference !== own);
  const all = [
    ...(own === null ? [] : [{ reference: own, isNamedByCallback: false }]),
    ...named.map((reference) => ({ reference, isNamedByCallback: true })),
  ];
  const next = all[transactions.length];
  return next === undefined ? null : { of: 'details', ...next };
}

/** The transaction that the status names, if its details decide something; of a completed payment the one to verify. */
function referenceOfStatus(
  { status, verified, transaction_id }: Asked,
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
  { status, transaction_id }: Asked,
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

/**
 * In which order it is decided about what a status check asks. The payment's own is asked about first. If it has failed,
 * that is decided last: what callbacks name may show that the payer has paid.
 */
export function decisionOrder({ own, named }: Questions, ofOwn: Pick<Evidence, 'status'>): Question[] {
  return hasFailed(ofOwn.status?.answer) ? [...named, own] : [own, ...named];
}
