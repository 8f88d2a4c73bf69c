import { checkOrderTokenSecret, checkWebhookSecret } from '@tsena/node';
import * as z from 'zod/mini';

const httpUrl = z.pipe(
  z.string().check(z.regex(/^https?:\/\/[^\s/]+/i, 'must be an http or https address')),
  z.transform((url) => url.replace(/\/+$/, '')),
);
const port = z.coerce.number('must be a port number').check(z.int(), z.gte(0), z.lte(65_535));

const passes = (check: (secret: string) => void) => (secret: string) => {
  try {
    check(secret);
    return true;
  } catch {
    return false;
  }
};

const settingsSchema = z.object({
  SHOP_HOST: z._default(z.string(), '127.0.0.1'),
  SHOP_PORT: z._default(port, 4020),
  /** The shop's address for browsers; shoppers return to it. */
  SHOP_PUBLIC_URL: z.optional(httpUrl),
  COMPANION_URL: z._default(httpUrl, 'http://127.0.0.1:4000'),
  /** Signs order tokens; the companion's `ORDER_TOKEN_SECRET`. */
  ORDER_TOKEN_SECRET: z
    .string('is required')
    .check(z.refine(passes(checkOrderTokenSecret), 'needs at least 32 characters')),
  /** Verifies webhooks; the companion's `WEBHOOK_SECRET`. */
  WEBHOOK_SECRET: z
    .string('is required')
    .check(z.refine(passes(checkWebhookSecret), 'needs whsec_ and 24 to 64 bytes in base64')),
  /** With it, the shop reads an order's payments from the companion until a webhook arrives. */
  MERCHANT_API_KEY: z.optional(z.string()),
  /** The companion's `OPERATOR_ENVIRONMENT`. Payments of another one do not count. */
  OPERATOR_ENVIRONMENT: z._default(z.enum(['sandbox', 'production'], 'must be sandbox or production'), 'sandbox'),
});

/** The shop's settings, from the environment. */
export type Settings = z.infer<typeof settingsSchema>;

/**
 * Reads the settings.
 *
 * @throws Error that lists every mistake, one on each line
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const reading = settingsSchema.safeParse(given);
  if (reading.success) return reading.data;
  const lines = reading.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`);
  throw new Error(`The shop cannot start:\n${lines.join('\n')}`);
}
