import * as z from 'zod/mini';

/** A field that is wrong. */
export const fieldErrorSchema = z.object({
  /** A JSON pointer to the field. */
  pointer: z.string(),
  /** What the field has to be. */
  detail: z.string(),
});

/** A wrong field. */
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** A problem document (RFC 9457). */
export const problemSchema = z.looseObject({
  /** A URN that ends with the code. */
  type: z.string(),
  /** The cause, for a developer. */
  title: z.string(),
  /** The HTTP status. */
  status: z.number(),
  /** A sentence for a person, in the requested language. */
  detail: z.string(),
  /** A stable code; docs/errors.md lists them. */
  code: z.string(),
  /** The fields that are wrong. */
  errors: z.optional(z.array(fieldErrorSchema)),
});

/** A problem document. `title` is for a developer, `detail` for a person, in the requested language. */
export type Problem = z.infer<typeof problemSchema>;
