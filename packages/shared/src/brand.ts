import * as z from 'zod/mini';

declare const brand: unique symbol;

/** A `Base` that only its parser makes, so that a plain string or number is not accepted. */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };

/** The schema of an id: its prefix, and 22 characters of base64url, which are 16 random bytes. */
export function idSchema<Id extends string>(prefix: string, name: string): z.ZodMiniType<Id, string> {
  const text = z.string().check(z.regex(new RegExp(`^${prefix}_[A-Za-z0-9_-]{22}$`), name));
  // Not a transform: the widget's build compiles what has none to plain functions.
  return text as unknown as z.ZodMiniType<Id, string>;
}
