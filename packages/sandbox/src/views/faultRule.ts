import * as z from 'zod/mini';

/** The faults of a request. */
const REQUEST_FAULTS = [
  'delay',
  'status',
  'hang',
  'reset',
  'accept-then-hang',
  'accept-then-reset',
  'accept-then-status',
  'throttle',
  'expire-token',
  'garbage',
  'business-error',
  'fail-later',
  'success-without-reference',
  'other-amount',
] as const;

/** The faults of a callback. */
const CALLBACK_FAULTS = ['drop', 'delay', 'duplicate', 'early', 'forge'] as const;

/** An amount may be a JSON number. It is converted to a string of digits. */
const numberAsDigits = z.pipe(z.number(), z.transform(String));

const commonFields = {
  /** The parameter of the fault, for example a delay in ms, an HTTP status or the code of a business error. */
  value: z.optional(z.union([z.number(), z.string()])),
  /**
   * The payments to which the rule applies: the payer's number in any form, and the amount. If both are given, both
   * must match.
   */
  match: z.optional(
    z.strictObject({ msisdn: z.optional(z.string()), amount: z.optional(z.union([z.string(), numberAsDigits])) }),
  ),
  /** From 0 to 1. Default: 1. */
  probability: z.optional(z.number().check(z.gte(0), z.lte(1))),
  /** How often the rule applies before it is removed. Default: without limit. */
  times: z.optional(z.int().check(z.gte(1), z.lte(1_000_000))),
};

/** What a fault rule has. Which values belong to which fault, `faultRules.ts` says. */
export const faultRuleSchema = z.discriminatedUnion('on', [
  z.strictObject({
    on: z.enum(['token', 'initiate', 'status', 'details']),
    do: z.enum(REQUEST_FAULTS),
    ...commonFields,
  }),
  z.strictObject({ on: z.literal('callback'), do: z.enum(CALLBACK_FAULTS), ...commonFields }),
]);

/** A fault rule. Rules are tried in order, and the first one that applies is used. */
export type FaultRule = Readonly<z.output<typeof faultRuleSchema>>;
