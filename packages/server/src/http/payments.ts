import { createHmac } from 'node:crypto';
import { type Msisdn, type ProblemCode, readMsisdn } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import type { Secret } from '../config/secret.ts';
import { isPaid } from '../core/rules/attemptPolicy.ts';
import type { AttemptResult } from '../core/storage/attempts.ts';
import { findPayment } from '../core/storage/reads.ts';
import type { StoredPayment } from '../database/schema.ts';
import { ProblemError } from '../problemError.ts';
import type { HttpContext } from './context.ts';

/**
 * Reads a payer's number in a request body.
 *
 * @throws ProblemError that says what is wrong with it
 */
export function parseMsisdn(text: string): Msisdn {
  const reading = readMsisdn(text);
  if (reading.ok) return reading.msisdn;
  const code = reading.fault === 'other-operator' ? 'msisdn_other_operator' : 'msisdn_invalid';
  throw new ProblemError(code, { errors: [{ pointer: '/msisdn', detail: reading.fault }] });
}

/** Why a payment did not begin. */
export interface OpeningRefusal {
  readonly code: ProblemCode;
  readonly retryAfterMs?: number;
}

/** The problem of a payment that did not begin. */
export function refusalOf(opening: Exclude<AttemptResult, { readonly kind: 'opened' }>): OpeningRefusal {
  switch (opening.kind) {
    case 'exists':
      return { code: isPaid(opening.payment) ? 'link_paid' : 'payment_in_progress' };
    case 'changed':
      return { code: 'order_changed' };
    case 'exhausted':
      return { code: 'attempts_exhausted' };
    case 'stopping':
      return { code: 'shutting_down', retryAfterMs: 5000 };
    default:
      return opening;
  }
}

/**
 * Reads the payment of a request.
 *
 * @throws ProblemError `payment_not_found`
 */
export async function requirePayment({ storage }: Pick<HttpContext, 'storage'>, id: PaymentId): Promise<StoredPayment> {
  const payment = await findPayment(storage.store.db, id);
  if (payment === undefined) throw new ProblemError('payment_not_found');
  return payment;
}

/**
 * Runs work that sends requests to the operator. A stop of the companion waits for it.
 *
 * @throws ProblemError `shutting_down` once the companion stops
 */
export function runUnlessStopping<T>(
  { requestsInProgress, stopping }: Pick<HttpContext, 'requestsInProgress' | 'stopping'>,
  work: () => Promise<T>,
): Promise<T> {
  if (stopping.aborted) throw new ProblemError('shutting_down');
  return requestsInProgress.run(work);
}

/** A client's address as it is stored: hashed with a key, so that a stolen database reveals no addresses. */
export function hashAddress(address: string, key: Secret): string {
  return createHmac('sha256', key.reveal()).update(`address ${address}`).digest('base64url').slice(0, 22);
}
