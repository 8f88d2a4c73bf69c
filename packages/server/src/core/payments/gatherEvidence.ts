import type { Operator } from '../operator/client.ts';
import type { Lookups } from '../operator/lookups.ts';
import type { EvidenceInput, StatusEvidence, TransactionEvidence } from '../rules/decisions/evidenceContext.ts';
import { saysCompleted } from '../rules/decisions/reported.ts';
import { hasFailed, type StatusOutcome } from '../rules/operatorAnswers.ts';
import type { StoredCallback, StoredPayment } from '../rules/payment.ts';
import { isSameReference } from '../rules/sameReference.ts';
import { findBoundTo } from '../storage/reads.ts';
import type { Storage } from '../storage/storage.ts';
import type { AtStep } from './steps.ts';

/** What asking the operator about a payment takes. */
export interface EvidenceOptions {
  readonly storage: Storage;
  readonly operator: Pick<Operator, 'status' | 'details' | 'named'>;
  readonly at: AtStep;
}

/** What was read of one serverCorrelationId. */
export type Evidence = Pick<EvidenceInput, 'status' | 'transactions'>;

/**
 * Asks for the details of the transactions that the status of the payment's own serverCorrelationId names, and
 * callbacks with it or alone.
 */
export async function gatherOwn(
  options: EvidenceOptions,
  payment: StoredPayment,
  status: StatusEvidence | null,
  callbacks: readonly StoredCallback[],
): Promise<Evidence> {
  const transactions = await transactionsOf(options, payment, options.operator, status?.answer ?? null, callbacks);
  return { status, transactions };
}

/**
 * Asks about a serverCorrelationId that only callbacks name: anybody who knows a callback address can name one, so this
 * has a budget.
 */
export async function gatherNamed(
  options: EvidenceOptions,
  payment: StoredPayment,
  serverCorrelationId: string,
  callbacks: readonly StoredCallback[],
): Promise<Evidence> {
  const isOthers = (await findBoundTo(options.storage.store.db, payment.id, serverCorrelationId)) !== undefined;
  const lookups = namedLookups(options, payment);
  const answer = isOthers ? null : await lookups.status(serverCorrelationId);
  options.at('status read');
  const transactions = isOthers ? [] : await transactionsOf(options, payment, lookups, answer, callbacks);
  return { status: { serverCorrelationId, isNamedByCallback: true, answer }, transactions };
}

async function transactionsOf(
  options: EvidenceOptions,
  payment: StoredPayment,
  lookups: Pick<Lookups, 'details'>,
  answer: StatusOutcome | null,
  callbacks: readonly StoredCallback[],
): Promise<TransactionEvidence[]> {
  const found: TransactionEvidence[] = [];
  const own =
    lookups === options.operator && payment.status === 'completed'
      ? referenceToVerify(payment)
      : referenceToRead(payment, answer);
  if (own !== null) {
    found.push({ reference: own, isNamedByCallback: false, answer: await lookups.details(own) });
    options.at('details read');
  }
  // A payment that failed, and whose status is failed still, is contradicted by a callback that says completed only.
  const isFailedStill = hasFailed(answer) && payment.status === 'failed';
  const named = new Set(
    (isFailedStill ? callbacks.filter(saysCompleted) : callbacks).map((callback) => callback.transaction_reference),
  );
  for (const reference of named) {
    if (reference === '' || reference === own || isSameReference(reference, payment.transaction_id)) continue;
    found.push({ reference, isNamedByCallback: true, answer: await namedLookups(options, payment).details(reference) });
  }
  return found;
}

/** The transaction that completed a payment by its status alone. */
function referenceToVerify({ verified, transaction_id }: StoredPayment): string | null {
  return verified === 0 ? transaction_id : null;
}

/** The transaction that the status names, if its details decide something. */
function referenceToRead({ status, transaction_id }: StoredPayment, answer: StatusOutcome | null): string | null {
  if (answer?.kind !== 'state' || isSameReference(answer.objectReference, transaction_id)) return null;
  const isDoubted = hasFailed(answer) && (status === 'pending' || status === 'unresolved');
  return answer.state === 'completed' || isDoubted ? answer.objectReference : null;
}

function namedLookups({ operator }: EvidenceOptions, { id }: StoredPayment): Lookups {
  return {
    status: (serverCorrelationId) => operator.named.run(id, (lookups) => lookups.status(serverCorrelationId)),
    details: (transactionId) => operator.named.run(id, (lookups) => lookups.details(transactionId)),
  };
}
