import * as z from 'zod/mini';

declare const brand: unique symbol;

/** A `Base` that only its parser makes, so that a plain string or number is not accepted. */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };

/** The schema of an id: its prefix, and 22 characters of base64url, which are 16 random bytes. */
export const idSchema = <Id extends string>(prefix: string, name: string) =>
  z.pipe(
    z.string().check(z.regex(new RegExp(`^${prefix}_[A-Za-z0-9_-]{22}$`), name)),
    z.transform((id): Id => id as Id),
  );
