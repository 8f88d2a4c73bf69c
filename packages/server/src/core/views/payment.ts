import {
  type Ariary,
  type Language,
  languageSchema,
  PROBLEMS,
  problemCodeSchema,
  sentenceFor,
  writeAmount,
} from '@tsena/shared';
import type { Payment, PaymentView } from '@tsena/shared/checkout';
import * as z from 'zod/mini';
import { hasOpenDifferences, isReferenceMissing, isReportedPaid, retryableFrom } from '../rules/attemptPolicy.ts';
import type { StoredPayment } from '../rules/payment.ts';
import { type Attempts, findPaidBy, findView, followedUntil } from '../rules/view.ts';

/** What a payment's view depends on besides the payment. */
export interface ViewContext {
  readonly environment: 'sandbox' | 'production';
  readonly partnerName: string;
  readonly cooldownMs: number;
  /** From when an infinite cool-down has an end, if the clock does not step again, ms since 1970. */
  readonly cooldownEndsFrom?: number;
  /** ms since 1970. */
  readonly now: number;
  /** The language of the failure's sentence; the shopper's, unless given. */
  readonly language?: Language | undefined;
}

/**
 * A payment as browsers see it.
 *
 * @param attempts all payments of its order, newest first
 */
export function viewPayment(payment: StoredPayment, attempts: Attempts, context: ViewContext): Payment {
  const view = findView(payment, attempts, context.now);
  const retryableAt = findRetryableAt(payment, context);
  return {
    id: payment.id,
    environment: context.environment,
    order: payment.order_reference,
    attemptNumber: payment.attempt_number,
    linkId: payment.link_id,
    method: payment.method,
    status: payment.status,
    amount: writeAmount(payment.amount as Ariary),
    currency: 'MGA',
    payer: payment.payer,
    partnerName: context.partnerName,
    createdAt: new Date(payment.created_at).toISOString(),
    updatedAt: new Date(payment.updated_at).toISOString(),
    finalAt: payment.final_at === null ? null : new Date(payment.final_at).toISOString(),
    paidAt: findPaidAt(payment),
    transactionReference: payment.transaction_id,
    fees: payment.fees,
    receiptNumber: payment.receipt_number,
    failure: isDecidedByMerchant(payment) ? null : failureOf(payment, context, sentenceFor),
    view,
    paidBy: findPaidBy(payment, attempts),
    amountRefunded: writeAmount(payment.amount_refunded as Ariary),
    retryable: retryableAt !== null && retryableAt <= context.now,
    retryableAt: retryableAt === null ? null : new Date(retryableAt).toISOString(),
    nextPollMs: followedUntil(attempts, context.now) > context.now ? pollDelayMs(view, attempts, context.now) : null,
    serverTime: new Date(context.now).toISOString(),
  };
}

/**
 * A payment on a page that takes no other one: it does not say to try again. `retryableAt` stays: null means that
 * another payment may be open.
 */
export function withoutRetry(payment: Payment, language: Language): Payment {
  const code = z.safeParse(problemCodeSchema, payment.failure?.code);
  const failure = code.success
    ? { code: code.data, message: sentenceFor(code.data, language, false) }
    : payment.failure;
  return { ...payment, failure, retryable: false };
}

/** When it was paid. After `received`, the operator's confirmation says it; a failure before is no receipt's time. */
function findPaidAt({ status, final_at, resolution, resolution_at }: StoredPayment): string | null {
  const at = status === 'completed' ? final_at : resolution === 'received' ? resolution_at : null;
  return at === null ? null : new Date(at).toISOString();
}

function languageOf(payment: StoredPayment): Language {
  const read = z.safeParse(languageSchema, payment.language);
  return read.success ? read.data : 'mg';
}

function failureCodeOf(payment: StoredPayment) {
  if (hasOpenDifferences(payment) && payment.resolution !== 'closed')
    return isReferenceMissing(payment) ? 'reference_missing' : 'details_mismatch';
  if (isReportedPaid(payment)) return 'details_unavailable';
  if (payment.status !== 'failed') return null;
  // A newer version may have written a code that this one does not know.
  const read = z.safeParse(problemCodeSchema, payment.failure_code);
  return read.success ? read.data : 'payment_failed';
}

/** Why a payment failed or needs review, as the operator says it. */
export function failureOf(
  payment: StoredPayment,
  context: ViewContext,
  describe: typeof sentenceFor,
): Payment['failure'] {
  const code = failureCodeOf(payment);
  const mayRetry = findRetryableAt(payment, context) !== null;
  return code === null ? null : { code, message: describe(code, context.language ?? languageOf(payment), mayRetry) };
}

/**
 * Whether a payment counts as paid, or a failed one as not paid, because the merchant says so: what the operator said, or
 * could not say, is no reason any more.
 */
function isDecidedByMerchant({ status, differences, resolution }: StoredPayment): boolean {
  if (resolution === 'received') return true;
  return status === 'failed' && differences !== null && (resolution === 'closed' || resolution === 'not_received');
}

function findRetryableAt(payment: StoredPayment, context: ViewContext): number | null {
  const code = failureCodeOf(payment);
  if (code !== null && PROBLEMS[code].retry === 'never') return null;
  const from = retryableFrom(payment, context.now, context.cooldownMs);
  // Right after a start, or a step of the clock, the cool-down has no known end.
  return from === Number.POSITIVE_INFINITY ? (context.cooldownEndsFrom ?? null) : from;
}

/**
 * How soon a browser without an event stream polls again, ms: by the age of the order's newest payment, and slowly
 * while a person looks.
 */
function pollDelayMs(view: PaymentView, [newest]: Attempts, now: number): number {
  const ageMs = newest === undefined ? 0 : now - newest.created_at;
  if (ageMs >= 900_000 || view === 'review') return 15_000;
  if (ageMs < 30_000) return 2000;
  return ageMs < 120_000 ? 3000 : 5000;
}
