import * as z from 'zod/mini';
import { keyNameSchema } from './keyName.ts';
import { timestampSchema } from './moments.ts';
import { pageOf } from './paging.ts';
import { SCOPES } from './scopes.ts';

/** The key to create. */
export const createKeyBodySchema = z.strictObject({
  /** The person or program that has it. The history of payments records it. */
  name: keyNameSchema,
  /**
   * `read`: look. `operate`: also change payments and ask the operator. `admin`: also manage keys. `counter`: take
   * payments at the counter, and nothing else.
   */
  scope: z.enum(SCOPES),
  /** When it expires; null if never. */
  expiresAt: z.optional(z.nullable(timestampSchema)),
});

const keyFields = {
  /** Names the key in lists; it is not the key. */
  id: z.string(),
  /** The person or program that has it. The history of payments records it. */
  name: z.string(),
  /**
   * `read`: look. `operate`: also change payments and ask the operator. `admin`: also manage keys. `counter`: take
   * payments at the counter, and nothing else.
   */
  scope: z.enum(SCOPES),
  /** When it expires; null if never. */
  expiresAt: z.nullable(z.string()),
};

/** A key of the merchant API. */
export const keySchema = z.object({
  ...keyFields,
  /** The beginning of the key, by which its holder recognizes it. */
  hint: z.string(),
  /** When it was created. */
  createdAt: z.string(),
  /** The name of the key that created it. */
  createdBy: z.string(),
  /** When it was last used, within about a minute; null if never. */
  lastUsedAt: z.nullable(z.string()),
  /** When it was revoked; null if it was not. */
  revokedAt: z.nullable(z.string()),
  /** The name of the key that revoked it. */
  revokedBy: z.nullable(z.string()),
});

/** A key as lists show it. */
export type Key = z.infer<typeof keySchema>;

/** A new key. */
export const createdKeySchema = z.object({
  ...keyFields,
  /** The key. It is shown only in this answer. */
  secret: z.string(),
});

/** The answer of `POST /v1/merchant/keys`. */
export type CreatedKey = z.infer<typeof createdKeySchema>;

/** A page of a list. */
export const keyPageSchema = pageOf(keySchema);

/** The key to sign in with. */
export const sessionBodySchema = z.strictObject({
  /** MERCHANT_API_KEY, or a key from `POST /v1/merchant/keys`. */
  key: z.string().check(z.minLength(1), z.maxLength(200)),
});
