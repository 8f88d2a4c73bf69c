declare const brand: unique symbol;

/** A `Base` that only its parser makes, so that a plain string or number is not accepted. */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };
