/**
 * Readers of the companion's answers. The schemas of `@tsena/shared` say the same, but would add 6 KB of zod to each
 * download (see docs/decisions). A test holds the readers against the schemas.
 */

import { type Checkout, PAYMENT_STATUSES, PAYMENT_VIEWS, type Payment, type PaymentId } from '@tsena/shared/checkout';
import { isPaymentId } from './paymentId.ts';
import { setServerTime } from './serverClock.ts';
import type { Problem } from './types.ts';

/** Returns the value if it has the expected shape, else throws. */
export type Reader<T> = (value: unknown) => T;

function refuse(): never {
  throw new Error('unexpected shape');
}

const readString: Reader<string> = (value) => (typeof value === 'string' ? value : refuse());
const readBoolean: Reader<boolean> = (value) => (typeof value === 'boolean' ? value : refuse());
const readNumber: Reader<number> = (value) => (typeof value === 'number' ? value : refuse());

function matching(pattern: RegExp): Reader<string> {
  return (value) => (pattern.test(readString(value)) ? readString(value) : refuse());
}

function oneOf<const T extends string>(...values: readonly T[]): Reader<T> {
  return (value) => values.find((one) => one === value) ?? refuse();
}

function orNull<T>(read: Reader<T>): Reader<T | null> {
  return (value) => (value === null ? null : read(value));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Reads the named fields and leaves out the others. */
function object<T extends object>(fields: { readonly [K in keyof T]-?: Reader<T[K]> }): Reader<T> {
  return (value) => {
    if (!isRecord(value)) return refuse();
    const read: Record<string, unknown> = {};
    // Own keys alone: a shop's page may have added enumerable members to each object.
    for (const [key, readField] of Object.entries<Reader<unknown>>(fields)) read[key] = readField(value[key]);
    // The loop has read every key of T.
    return read as T;
  };
}

const readPaymentId: Reader<PaymentId> = (value) => (isPaymentId(value) ? value : refuse());

const readDecimal = matching(/^\d+(\.\d{1,2})?$/);
const readTimestamp = matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);

const readView = oneOf(...PAYMENT_VIEWS);

/** The fields that an order and a payment share. */
const orderFields = {
  order: readString,
  amount: readDecimal,
  currency: oneOf('MGA'),
  partnerName: readString,
  environment: oneOf('sandbox', 'production'),
};

const readFields = object<Payment>({
  ...orderFields,
  id: readPaymentId,
  attemptNumber: readNumber,
  linkId: orNull(readString),
  method: oneOf('prompt', 'reference'),
  status: oneOf(...PAYMENT_STATUSES),
  payer: readString,
  createdAt: readTimestamp,
  updatedAt: readTimestamp,
  finalAt: orNull(readTimestamp),
  paidAt: orNull(readTimestamp),
  transactionReference: orNull(readString),
  fees: orNull(readDecimal),
  receiptNumber: orNull(readString),
  failure: orNull(object<NonNullable<Payment['failure']>>({ code: readString, message: readString })),
  view: readView,
  paidBy: orNull(readPaymentId),
  amountRefunded: readDecimal,
  retryable: readBoolean,
  retryableAt: orNull(readTimestamp),
  nextPollMs: orNull(readNumber),
  serverTime: readTimestamp,
});

/** Reads a payment, and sets the clock by it. */
export const readPayment: Reader<Payment> = (value) => {
  const payment = readFields(value);
  setServerTime(payment.serverTime);
  return payment;
};

/** Reads the answer to `GET /v1/checkout`. */
export const readCheckout = object<Checkout>({
  ...orderFields,
  description: orNull(readString),
  operatorName: orNull(readString),
  returnUrl: orNull(readString),
  payment: orNull(readPayment),
  view: orNull(readView),
});

/** Reads a problem document (RFC 9457), and the payment that it may carry. */
export function readProblem(value: unknown): { problem: Problem; payment: Payment | null } {
  const problem = object<Problem>({
    type: readString,
    title: readString,
    status: readNumber,
    detail: readString,
    code: readString,
  })(value);
  return { problem, payment: isRecord(value) && isRecord(value.payment) ? readPayment(value.payment) : null };
}
