import type { Msisdn, ProblemCode } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import type { ReferenceMismatch } from '@tsena/shared/merchant';
import type { NamedBy } from '../rules/decisions/completion.ts';
import type { DetailsOutcome } from '../rules/operatorAnswers.ts';
import type { StoredPayment } from '../rules/payment.ts';
import type { Storage } from '../storage/storage.ts';
import type { Alongside } from './applyDecision.ts';
import type { PaymentChanges } from './paymentChanges.ts';

/** The result of a submitted reference or of a merchant's resolution. */
export type ResolutionResult =
  | { readonly ok: true; readonly payment: StoredPayment }
  | {
      readonly ok: false;
      readonly code: Extract<
        ProblemCode,
        | 'payment_not_found'
        | 'reference_not_accepted'
        | 'reference_mismatch'
        | 'reference_attempts_exhausted'
        | 'resolve_not_possible'
        | 'resolution_changed'
        | 'operator_unavailable'
      >;
      readonly retryAfterMs?: number | null;
      /** Why a reference does not match. It may name other orders, so only the merchant may read it. */
      readonly mismatch?: ReferenceMismatch;
      /** The payment with the resolution that the author has not seen. */
      readonly standing?: StoredPayment;
    };

/** What {@link completeByReference} takes. */
export interface CompleteByReferenceOptions {
  readonly storage: Storage;
  readonly changes: PaymentChanges;
  /** The credit party that the details must name. */
  readonly partnerMsisdn: Msisdn;
}

/**
 * Completes a payment by the operator's details of a transaction that the payer or the merchant named, if they match.
 *
 * @param reference in the spelling in which the operator was asked
 * @param answer the operator's answer about that reference (section 2.5)
 */
export async function completeByReference(
  { changes, partnerMsisdn }: CompleteByReferenceOptions,
  id: PaymentId,
  reference: string,
  answer: DetailsOutcome,
  named: NamedBy,
  alongside?: Alongside,
): Promise<ResolutionResult> {
  if (answer.kind === 'unavailable')
    return { ok: false, code: 'operator_unavailable', retryAfterMs: answer.retryAfterMs };
  const applied = await changes.apply(id, { kind: 'reference', reference, answer, named, partnerMsisdn }, alongside);
  if (applied === undefined) return { ok: false, code: 'payment_not_found' };
  const { outcome, payment } = applied;
  if (outcome === 'completed') return { ok: true, payment };
  if (outcome === 'reference_not_accepted') return { ok: false, code: outcome };
  return { ok: false, code: 'reference_mismatch', mismatch: outcome };
}
