import * as z from 'zod/mini';

/** The value of the header `Idempotency-Key`: 1 to 255 visible characters. */
export const idempotencyKeySchema = z
  .string()
  .check(z.regex(/^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/, '1 to 255 visible characters'));
