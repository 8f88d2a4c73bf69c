import type { Msisdn } from '@tsena/shared';
import { readState } from '@tsena/shared/operator';
import type { Operator } from '../operator/client.ts';
import type { Lookups } from '../operator/lookups.ts';
import type { StatusEvidence, TransactionEvidence } from '../rules/decisions/evidenceContext.ts';
import { hasFailed } from '../rules/operatorAnswers.ts';
import type { StoredCallback, StoredPayment } from '../rules/payment.ts';
import { verifyDetails } from '../rules/verifyDetails.ts';
import { namedTransactionsOf } from '../storage/callbacks.ts';
import type { Storage } from '../storage/storage.ts';
import type { AtStep } from './steps.ts';

/** How many callbacks of a payment one status check looks up. */
export const NAMED_PER_CHECK = 5;

/** What asking the operator about a payment takes. */
export interface EvidenceOptions {
  readonly storage: Storage;
  readonly operator: Pick<Operator, 'status' | 'details' | 'named'>;
  /** The credit party that a payment's details must name. */
  readonly partnerMsisdn: Msisdn;
  readonly at: AtStep;
}

/** Reads the details that the status makes necessary: of the transaction that it names, else of those that callbacks named. */
export async function gatherTransactions(
  options: EvidenceOptions,
  payment: StoredPayment,
  { answer }: StatusEvidence,
): Promise<TransactionEvidence[]> {
  const isFailed = hasFailed(answer);
  if (answer?.kind !== 'state' || !(isFailed || answer.state === 'completed')) return [];
  if (isFailed && payment.status === 'failed') {
    // Only a callback that says completed contradicts it.
    return namedDetails(options, payment, (await namedForFailed(options, payment)).filter(saysCompleted));
  }
  const { objectReference } = answer;
  const own = objectReference === null ? [] : [await ownDetails(options.operator, objectReference)];
  options.at('details read');
  if (isFailed ? own.some((one) => one.answer.kind === 'details') : own.length > 0) return own;
  const callbacks = isFailed
    ? await namedForFailed(options, payment)
    : await namedTransactionsOf(options.storage.store.db, payment, NAMED_PER_CHECK);
  return [...own, ...(await namedDetails(options, payment, callbacks))];
}

/** The details of the transaction that the operator itself names. */
export async function ownDetails(lookups: Pick<Lookups, 'details'>, reference: string): Promise<TransactionEvidence> {
  return { reference, isNamedByCallback: false, answer: await lookups.details(reference) };
}

function saysCompleted({ status }: StoredCallback): boolean {
  return readState(status) === 'completed';
}

/** The callback whose transaction is read if the status is failed: the newest that contradicts it, else the newest. */
async function namedForFailed({ storage }: EvidenceOptions, payment: StoredPayment): Promise<StoredCallback[]> {
  const named = await namedTransactionsOf(storage.store.db, payment, NAMED_PER_CHECK);
  return [...named.filter(saysCompleted), ...named].slice(0, 1);
}

/** Stops at the first transaction that matches. */
async function namedDetails(
  options: EvidenceOptions,
  payment: StoredPayment,
  callbacks: readonly StoredCallback[],
): Promise<TransactionEvidence[]> {
  const found: TransactionEvidence[] = [];
  for (const { transaction_reference: reference } of callbacks) {
    const answer = await namedLookups(options, payment).details(reference);
    found.push({ reference, isNamedByCallback: true, answer });
    if (answer.kind === 'details' && verifyDetails(answer.details, payment, options.partnerMsisdn).kind === 'match') break;
  }
  return found;
}

/** Lookups of what only callbacks name: anybody who knows a callback address can name something, so they have a budget. */
export function namedLookups({ operator }: EvidenceOptions, { id }: StoredPayment): Lookups {
  return {
    status: (serverCorrelationId) => operator.named.run(id, (lookups) => lookups.status(serverCorrelationId)),
    details: (transactionId) => operator.named.run(id, (lookups) => lookups.details(transactionId)),
  };
}

/** Reads the details that the status of a transaction makes necessary which only a callback named. */
export async function candidateTransactions(
  options: EvidenceOptions,
  payment: StoredPayment,
  candidate: StoredCallback,
  answer: StatusEvidence['answer'],
): Promise<TransactionEvidence[]> {
  if (answer?.kind !== 'state' || answer.state === 'pending' || answer.state === 'unknown') return [];
  const isFailed = hasFailed(answer);
  if (isFailed && payment.status !== 'unresolved') return [];
  const { objectReference } = answer;
  const own = objectReference === null ? [] : [await ownDetails(namedLookups(options, payment), objectReference)];
  options.at('details read');
  if (own.length > 0 && (!isFailed || own.some((one) => one.answer.kind === 'details'))) return own;
  const callbacks = isFailed
    ? await namedForFailed(options, { ...payment, server_correlation_id: candidate.server_correlation_id })
    : [candidate].filter(({ transaction_reference }) => transaction_reference !== '');
  return [...own, ...(await namedDetails(options, payment, callbacks))];
}
