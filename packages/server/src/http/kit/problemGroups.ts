import type { ProblemCode } from '@tsena/shared';

/** Why a payment may not begin: in a shop, on a payment page, or at the counter. */
export const OPENING_PROBLEMS = [
  'msisdn_invalid',
  'msisdn_other_operator',
  'order_changed',
  'attempts_exhausted',
  'too_many_for_msisdn',
  'too_many_from_address',
  'prompt_open',
  'setup_incomplete',
  'operator_busy',
  'operator_unavailable',
  'shutting_down',
] as const satisfies readonly ProblemCode[];

/** Why the operator's reference does not complete a payment: the payer's, or the merchant's. */
export const REFERENCE_PROBLEMS = [
  'reference_not_accepted',
  'reference_mismatch',
  'operator_unavailable',
  'shutting_down',
] as const;
