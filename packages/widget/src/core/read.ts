/**
 * Reads the companion's answers. The schemas of `@tsena/shared` say the same and are tested to agree with these readers,
 * but would bring 6 KB of zod to every shopper (see docs/decisions).
 */

import type { Problem } from '@tsena/shared';
import { type Checkout, PAYMENT_STATUSES, type Payment, type PaymentId } from '@tsena/shared/checkout';

/** Takes a value of unknown shape, or throws where it is not as the contract says. */
export type Read<T> = (value: unknown) => T;

function unreadable(): never {
  throw new Error('not as the contract says');
}

const text: Read<string> = (value) => (typeof value === 'string' ? value : unreadable());
const truth: Read<boolean> = (value) => (typeof value === 'boolean' ? value : unreadable());
const number: Read<number> = (value) => (typeof value === 'number' ? value : unreadable());

function matching(pattern: RegExp): Read<string> {
  return (value) => (pattern.test(text(value)) ? text(value) : unreadable());
}

function oneOf<const T extends string>(values: readonly T[]): Read<T> {
  return (value) => values.find((one) => one === value) ?? unreadable();
}

function orNull<T>(read: Read<T>): Read<T | null> {
  return (value) => (value === null ? null : read(value));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The named fields; what else stands there is left out. */
function object<T extends object>(fields: { readonly [K in keyof T]-?: Read<T[K]> }): Read<T> {
  return (value) => {
    if (!isRecord(value)) return unreadable();
    const read: Partial<T> = {};
    for (const key in fields) read[key] = fields[key](value[key]);
    // Every key of T has been read just now.
    return read as T;
  };
}

function isPaymentId(value: unknown): value is PaymentId {
  return typeof value === 'string' && /^pay_[\w-]{22}$/.test(value);
}

/** A payment's id. */
export const readPaymentId: Read<PaymentId> = (value) => (isPaymentId(value) ? value : unreadable());

const digits = matching(/^\d+(\.\d{1,2})?$/);
const timestamp = matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
const currency = oneOf(['MGA']);
const environment = oneOf(['sandbox', 'production']);

/** A payment (the contract, "A payment"). */
export const readPayment = object<Payment>({
  id: readPaymentId,
  environment,
  order: text,
  attemptNumber: number,
  status: oneOf(PAYMENT_STATUSES),
  amount: digits,
  currency,
  payer: text,
  partnerName: text,
  createdAt: timestamp,
  updatedAt: timestamp,
  transactionReference: orNull(text),
  fees: orNull(digits),
  failure: orNull(object<NonNullable<Payment['failure']>>({ code: text, message: text })),
  retryable: truth,
  nextPollMs: orNull(number),
  serverTime: timestamp,
});

/** The answer to `GET /v1/checkout`. */
export const readCheckout = object<Checkout>({
  order: text,
  amount: digits,
  currency,
  description: orNull(text),
  partnerName: text,
  environment,
  returnUrl: orNull(text),
  payment: orNull(readPayment),
});

/**
 * The amount that an order token (a JWT) names, or nothing where it cannot be read. It is not verified here: the companion does that
 * with the same token before it acts on it.
 */
export function readAmount(orderToken: string): string | undefined {
  try {
    const payload = atob(`${orderToken.split('.')[1]}`.replace(/-/g, '+').replace(/_/g, '/'));
    return digits(JSON.parse(payload).amount);
  } catch {
    return undefined;
  }
}

/** A problem document (RFC 9457), with the payment that some carry. */
export function readProblem(value: unknown): { problem: Problem; payment: Payment | null } {
  const problem = object<Problem>({ type: text, title: text, status: number, detail: text, code: text, errors: () => undefined })(value);
  return { problem, payment: isRecord(value) && isRecord(value.payment) ? readPayment(value.payment) : null };
}
