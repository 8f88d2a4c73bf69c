import { problemSchema } from '@tsena/shared';
import { checkoutSchema, paymentSchema } from '@tsena/shared/checkout';
import * as z from 'zod/mini';

const { type, title, status, detail, code } = problemSchema.shape;

/**
 * What a page reads of the companion's answers. The built files contain no zod: they have the functions to which zod
 * compiles these schemas (`scripts/compiledParsers.ts`), under the names of `parsers.ts`.
 */
export const answerSchemas = {
  parsePayment: paymentSchema,
  /** The payment has a parser of its own. */
  parseCheckout: z.extend(checkoutSchema, { payment: z.unknown() }),
  /** Without the errors of single fields. */
  parseProblem: z.object({ type, title, status, detail, code }),
};
