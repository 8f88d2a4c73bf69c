import type { Msisdn } from '@tsena/shared';
import type { OrderReference, PaymentStatus } from '@tsena/shared/checkout';
import type { ReferenceMismatch } from '@tsena/shared/merchant';
import type { DetailsResponse } from '@tsena/shared/operator';
import { isReferenceMissing } from '../attemptPolicy.ts';
import { type Decision, flag, type Moment, nothing, type State, unlessClockStepped } from '../decision.ts';
import type { DetailsOutcome } from '../operatorAnswers.ts';
import type { StoredPayment } from '../payment.ts';
import { verifyDetails } from '../verifyDetails.ts';
import { complete, type NamedBy, namedTransaction, type PayingTransaction } from './completion.ts';

/** How many submitted references count for a payment, and how many more an outage of the operator gives back. */
const MAX_ATTEMPTS = 5;
const MAX_GIVEN_BACK = 3;

/** In these statuses the operator's details may still complete a payment. */
export const RESOLVABLE: readonly PaymentStatus[] = ['unresolved', 'pending', 'failed'];

/** Why a payment accepts no reference from its payer. */
export type ReferenceRefusal = 'reference_not_accepted' | 'reference_attempts_exhausted';

/** A payer submits a reference. */
export interface ReferenceAttemptInput {
  readonly cooldownMs: number;
}

/**
 * A reference can show whether the money moved: the operator's answer was lost, the operator does not name the
 * transaction, or it has not reported a result when another prompt could be sent.
 */
export function refuseReference(
  payment: StoredPayment,
  { cooldownMs }: ReferenceAttemptInput,
  moment: Moment,
): ReferenceRefusal | null {
  const { status, sent_at, created_at, reference_attempts } = payment;
  const isOverdue = (sent_at ?? created_at) + unlessClockStepped(moment, cooldownMs) <= moment.now;
  const isAccepted = status === 'unresolved' || (status === 'pending' && (isReferenceMissing(payment) || isOverdue));
  if (!isAccepted) return 'reference_not_accepted';
  return reference_attempts >= MAX_ATTEMPTS ? 'reference_attempts_exhausted' : null;
}

/** It is counted before the operator is asked, so that it stays counted after a crash. */
export function decideReferenceAttempt(
  { payment }: State,
  input: ReferenceAttemptInput,
  moment: Moment,
): Decision<ReferenceRefusal | null> {
  const refusal = refuseReference(payment, input, moment);
  if (refusal !== null) return nothing(refusal);
  const attempt = payment.reference_attempts + 1 + payment.reference_attempts_given_back;
  const set = { reference_attempts: payment.reference_attempts + 1 };
  return { changes: [{ set, event: { kind: 'reference_submitted', data: { attempt } } }], outcome: null };
}

/** The operator gave no answer about the submitted reference. */
export function decideReferenceReturned({ payment }: State): Decision<null> {
  const { reference_attempts: counted, reference_attempts_given_back: givenBack } = payment;
  if (counted === 0 || givenBack >= MAX_GIVEN_BACK) return nothing(null);
  return {
    changes: [],
    set: { reference_attempts: counted - 1, reference_attempts_given_back: givenBack + 1 },
    outcome: null,
  };
}

/** The operator's answer about a transaction that the payer or the merchant named. */
export interface ReferenceInput {
  /** In the spelling in which the operator was asked. */
  readonly reference: string;
  readonly answer: Exclude<DetailsOutcome, { readonly kind: 'unavailable' }>;
  readonly named: NamedBy;
  readonly partnerMsisdn: Msisdn;
}

/** A payer submits it. */
export const BY_PAYER: NamedBy = { by: 'payer', isMerchant: false };

/** `completed`: also if the payment had completed already. */
export type ReferenceOutcome = 'completed' | 'reference_not_accepted' | ReferenceMismatch;

/** Amount, currency, both parties and time must match, and no other payment may have the transaction. */
export function decideReference(state: State, input: ReferenceInput, { now }: Moment): Decision<ReferenceOutcome> {
  const { payment, takenBy } = state;
  const { reference, named } = input;
  if (payment.status === 'completed') return nothing('completed');
  const statuses = named.isMerchant ? RESOLVABLE : (['unresolved', 'pending'] satisfies PaymentStatus[]);
  if (!statuses.some((status) => status === payment.status)) return nothing('reference_not_accepted');
  const reading = readNamed(payment, input);
  if (reading.kind !== 'fits') return nothing(reading);
  const { transaction, details } = reading;
  const owner = takenBy.get(reference);
  if (owner !== undefined) {
    const changes = owner.isOtherSpelling ? flag(payment, ['transactionReference']) : [];
    return { changes, outcome: { kind: 'used', order: owner.order_reference satisfies OrderReference } };
  }
  // Its own serverCorrelationId, or what callbacks named, may lead to another transaction.
  return {
    changes: complete(state, { transaction, details, by: named.by, set: { next_check_at: now } }, now),
    outcome: 'completed',
  };
}

/** Compares the transaction that somebody named with the payment; whether another payment has it is not read. */
function readNamed(
  payment: StoredPayment,
  { reference, answer, named, partnerMsisdn }: ReferenceInput,
):
  | { readonly kind: 'fits'; readonly transaction: PayingTransaction; readonly details: DetailsResponse }
  | Exclude<ReferenceMismatch, { kind: 'used' }> {
  if (answer.kind === 'absent') return { kind: 'absent' };
  const { details } = answer;
  const match = verifyDetails(details, payment, partnerMsisdn);
  if (match.kind === 'mismatch') {
    return { kind: 'differs', fields: [...match.fields], amount: details.amount ?? null };
  }
  if (match.kind === 'inconclusive') return { kind: 'inconclusive' };
  const transaction = namedTransaction(payment, reference, details, named);
  return transaction === null ? { kind: 'time' } : { kind: 'fits', transaction, details };
}

/**
 * Whether a reference that the payer submits now completes the payment, if no other payment has its transaction.
 *
 * @param input the operator's answer about the reference
 */
export function acceptsFromPayer(
  payment: StoredPayment,
  input: Omit<ReferenceInput, 'named'> & ReferenceAttemptInput,
  moment: Moment,
): boolean {
  if (refuseReference(payment, input, moment) !== null) return false;
  return readNamed(payment, { ...input, named: BY_PAYER }).kind === 'fits';
}
