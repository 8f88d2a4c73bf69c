import type { Operator } from '../operator/client.ts';
import type { Lookups } from '../operator/lookups.ts';
import type { StatusEvidence } from '../rules/decisions/evidenceContext.ts';
import { type Evidence, followingLookup, type Lookup } from '../rules/followingLookup.ts';
import type { StoredPayment } from '../rules/payment.ts';
import type { Question } from '../rules/questions.ts';
import { findBoundTo } from '../storage/reads.ts';
import type { Storage } from '../storage/storage.ts';
import type { AtStep } from './steps.ts';

/** What asking the operator about a payment takes. */
export interface EvidenceOptions {
  readonly storage: Storage;
  readonly operator: Pick<Operator, 'status' | 'details' | 'strangers'>;
  readonly at: AtStep;
}

/**
 * Asks for the status of a serverCorrelationId, and for the details of the transactions that it and callbacks name.
 * Anybody who knows a callback address can name something, so what only callbacks name has a budget.
 */
export async function gatherEvidence(
  options: EvidenceOptions,
  payment: StoredPayment,
  question: Question,
): Promise<Evidence> {
  let read: Evidence | undefined;
  for (;;) {
    const lookup = followingLookup(payment, question, read);
    if (lookup === null) return read ?? { status: null, transactions: [] };
    read =
      lookup.of === 'status'
        ? { status: await readStatus(options, payment, question, lookup), transactions: [] }
        : await withDetails(options, payment, question, lookup, read);
  }
}

async function readStatus(
  options: EvidenceOptions,
  payment: StoredPayment,
  { isNamedByCallback }: Question,
  { serverCorrelationId }: Extract<Lookup, { readonly of: 'status' }>,
): Promise<StatusEvidence> {
  const { storage, operator, at } = options;
  const isOthers =
    isNamedByCallback && (await findBoundTo(storage.store.db, payment.id, serverCorrelationId)) !== undefined;
  const lookups = isNamedByCallback ? strangersLookups(options, payment) : operator;
  const answer = isOthers ? null : await lookups.status(serverCorrelationId);
  at('status read');
  return { serverCorrelationId, isNamedByCallback, answer };
}

async function withDetails(
  options: EvidenceOptions,
  payment: StoredPayment,
  question: Question,
  { reference, isNamedByCallback }: Extract<Lookup, { readonly of: 'details' }>,
  read: Evidence | undefined,
): Promise<Evidence> {
  const isByStrangers = isNamedByCallback || question.isNamedByCallback;
  const lookups = isByStrangers ? strangersLookups(options, payment) : options.operator;
  const answer = await lookups.details(reference);
  if (!isNamedByCallback) options.at('details read');
  const { status, transactions } = read ?? { status: null, transactions: [] };
  return { status, transactions: [...transactions, { reference, isNamedByCallback, answer }] };
}

function strangersLookups({ operator }: EvidenceOptions, { id }: StoredPayment): Lookups {
  const key = `callbacks of ${id}`;
  return {
    status: (serverCorrelationId) => operator.strangers.run(key, (lookups) => lookups.status(serverCorrelationId)),
    details: (transactionId) => operator.strangers.run(key, (lookups) => lookups.details(transactionId)),
  };
}
