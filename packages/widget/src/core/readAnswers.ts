import type { Checkout, Payment } from '@tsena/shared/checkout';
import { parseCheckout, parsePayment, parseProblem } from './parsers.ts';
import { setServerTime } from './serverClock.ts';
import type { Problem } from './types.ts';

/** Returns the value if it has the expected shape, else throws. */
export type Reader<T> = (value: unknown) => T;

/**
 * What an answer may lack, because an older companion does not know it yet. Not `nextPollMs`: null would end the
 * polling. Not the order's `payment`: null would offer the form.
 */
const PAYMENT_WITHOUT = {
  linkId: null,
  finalAt: null,
  paidAt: null,
  transactionReference: null,
  fees: null,
  receiptNumber: null,
  failure: null,
  paidBy: null,
  retryableAt: null,
} satisfies Partial<Payment>;
const CHECKOUT_WITHOUT = { description: null, operatorName: null, returnUrl: null } satisfies Partial<Checkout>;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Reads a payment, and sets the clock by it. */
export const readPayment: Reader<Payment> = (value) => {
  const payment = parsePayment({ ...PAYMENT_WITHOUT, ...Object(value) });
  setServerTime(payment.serverTime);
  return payment;
};

/** Reads the answer to `GET /v1/checkout`. */
export const readCheckout: Reader<Checkout> = (value) => {
  const checkout = parseCheckout({ ...CHECKOUT_WITHOUT, ...Object(value) });
  return { ...checkout, payment: checkout.payment === null ? null : readPayment(checkout.payment) };
};

/** Reads a problem document (RFC 9457), and the payment that it may carry. */
export function readProblem(value: unknown): { problem: Problem; payment: Payment | null } {
  const problem = parseProblem(value);
  return { problem, payment: isRecord(value) && isRecord(value.payment) ? readPayment(value.payment) : null };
}
