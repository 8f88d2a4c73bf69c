import * as z from 'zod/mini';

const httpUrl = z.pipe(
  z.string().check(z.regex(/^https?:\/\/[^\s/]+/i, 'has to be an http or https address')),
  z.transform((url) => url.replace(/\/+$/, '')),
);
const port = z.coerce.number('has to be a port number').check(z.int(), z.gte(0), z.lte(65_535));

const settingsSchema = z.object({
  SHOP_HOST: z._default(z.string(), '127.0.0.1'),
  SHOP_PORT: z._default(port, 4020),
  /** Where a browser reaches the shop; shoppers come back to it. */
  SHOP_PUBLIC_URL: z.optional(httpUrl),
  COMPANION_URL: z._default(httpUrl, 'http://127.0.0.1:4000'),
  /** Signs order tokens; the companion's `ORDER_TOKEN_SECRET`. */
  ORDER_TOKEN_SECRET: z.string('is required').check(z.minLength(32, 'needs at least 32 characters')),
  /** Checks webhooks; the companion's `WEBHOOK_SECRET`. */
  WEBHOOK_SECRET: z.string('is required').check(
    z.startsWith('whsec_', 'has to start with whsec_'),
    z.refine((secret) => Buffer.from(secret.slice(6), 'base64').length >= 24, 'needs at least 24 bytes in base64 after whsec_'),
  ),
  /** Lets the shop ask the companion where an order stands, until a webhook came. */
  MERCHANT_API_KEY: z.optional(z.string()),
});

/** What the shop needs to know, from the environment. */
export type Settings = z.infer<typeof settingsSchema>;

/**
 * Reads the settings.
 *
 * @throws Error that lists every mistake, one a line
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const reading = settingsSchema.safeParse(given);
  if (reading.success) return reading.data;
  const lines = reading.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`);
  throw new Error(`The shop cannot start:\n${lines.join('\n')}`);
}
