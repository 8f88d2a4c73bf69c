declare const brand: unique symbol;

/** A `Base` that only its own parser can make, so that a plain string or number is never taken for one. */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };
