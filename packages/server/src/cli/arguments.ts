import { type PaymentId, paymentIdSchema } from '@tsena/shared/checkout';
import { InvalidArgumentError } from 'commander';
import * as z from 'zod/mini';

/** Makes a parser of an argument from a schema; what the schema says is wrong becomes the usage error. */
export function by<Schema extends z.ZodMiniType>(schema: Schema): (text: string) => z.output<Schema> {
  return (text) => {
    const read = z.safeParse(schema, text);
    if (read.success) return read.data;
    throw new InvalidArgumentError(`It has to be ${read.error.issues.map(({ message }) => message).join(', ')}.`);
  };
}

/** A whole number within bounds. */
export function whole(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It has to be a whole number from ${least} to ${most}.`);
  };
}

/** A payment's id. */
export function paymentId(text: string): PaymentId {
  const read = z.safeParse(paymentIdSchema, text);
  if (read.success) return read.data;
  throw new InvalidArgumentError('It has to be a payment’s id, pay_ and 22 characters; `tsena payments list` shows them.');
}
