import * as z from 'zod/mini';
import { timestampSchema } from './moments.ts';
import { paging } from './paging.ts';
import { COMMAND_LINE, OWNER, SCOPES } from './scopes.ts';

/** Names that the history gives to others than keys. */
const RESERVED: readonly string[] = [OWNER, COMMAND_LINE, 'callback', 'payer', 'shop'];

/** The name of a key: a person or a program. The history records it. */
export const keyNameSchema = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(50),
  z.regex(/^\P{C}*$/u, 'a name without control characters'),
  z.refine((name) => !RESERVED.includes(name.toLowerCase()), `another name than ${RESERVED.join(', ')}`),
);

/** The body of `POST /v1/merchant/keys`. */
export const createKeyBodySchema = z.strictObject({
  name: keyNameSchema,
  scope: z.enum(SCOPES),
  expiresAt: z.optional(z.nullable(timestampSchema)),
});

/** A key as lists show it. The key itself is shown once, when it is created. */
export const keySchema = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.enum(SCOPES),
  /** The beginning of the key. */
  hint: z.string(),
  createdAt: z.string(),
  /** The name of the key that created it. */
  createdBy: z.string(),
  /** Within about a minute. */
  lastUsedAt: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
  revokedBy: z.nullable(z.string()),
});

/** A key as lists show it. */
export type Key = z.infer<typeof keySchema>;

/** The answer of `POST /v1/merchant/keys`, the only one that contains the key. */
export const createdKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.enum(SCOPES),
  expiresAt: z.nullable(z.string()),
  /** The key. */
  secret: z.string(),
});

/** The answer of `POST /v1/merchant/keys`. */
export type CreatedKey = z.infer<typeof createdKeySchema>;

/** The query of `GET /v1/merchant/keys`. */
export const keyQuerySchema = z.object(paging);

/** The answer of `GET /v1/merchant/keys`, newest first. */
export const keyPageSchema = z.object({ data: z.array(keySchema), nextCursor: z.nullable(z.string()) });

/** The body of `POST /v1/merchant/session`. */
export const sessionBodySchema = z.strictObject({ key: z.string().check(z.minLength(1), z.maxLength(200)) });
