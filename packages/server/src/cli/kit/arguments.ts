import { InvalidArgumentError } from '@commander-js/extra-typings';
import { linkIdSchema, paymentIdSchema } from '@tsena/shared/checkout';
import type * as z from 'zod/mini';
import { readInput } from '../../input/readInput.ts';
import { CommandError } from './output.ts';

/**
 * Returns a parser that checks an argument with a schema. The usage error has `what` it must be; by default the
 * schema's messages.
 */
export function parseBy<Schema extends z.ZodMiniType>(
  schema: Schema,
  what?: string,
): (text: string) => z.output<Schema> {
  return (text) => {
    const read = readInput(schema, text);
    if (read.success) return read.data;
    const allowed = what === undefined ? read.error.issues.map(({ message }) => message) : [what];
    // Most messages are phrases: `at least 3 characters`.
    const demands = allowed.map((one) => (one.startsWith('must ') ? one : `must be ${one}`));
    throw new InvalidArgumentError(`It ${demands.join(', and ')}.`);
  };
}

/** @throws CommandError that names each option that is not as the schema wants it */
export function parseOptions<Schema extends z.ZodMiniType>(schema: Schema, options: object): z.output<Schema> {
  const read = readInput(schema, options);
  if (read.success) return read.data;
  throw new CommandError(read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
}

/** Parses pairs such as `order=Réf,amount=Montant`. The usage error shows the example. */
export function parsePairs(text: string, example: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => {
    const at = pair.indexOf('=');
    if (at < 1) throw new InvalidArgumentError(`It must be pairs such as ${example}.`);
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  });
  return Object.fromEntries(pairs);
}

/** Returns a parser of whole numbers from `least` to `most`. */
export function parseWhole(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

/** Parses a payment's id. */
export const parsePaymentId = parseBy(
  paymentIdSchema,
  'a payment’s id: pay_ and 22 characters. `tsena payments list` shows the ids',
);

/** Parses a link's id. */
export const parseLinkId = parseBy(
  linkIdSchema,
  'a link’s id: link_ and 22 characters. `tsena links list` shows the ids',
);
