import { TsenaError } from './error.ts';

const MIN_ORDER_TOKEN_SECRET_CHARACTERS = 32;
const WEBHOOK_SECRET_PREFIX = 'whsec_';
const MIN_WEBHOOK_SECRET_BYTES = 24;
const MAX_WEBHOOK_SECRET_BYTES = 64;

/** One secret, or several while rotating: a list, or separated by commas as in the companion's settings. */
export type Secrets = string | readonly string[];

function listSecrets(secrets: unknown): string[] {
  const given: readonly unknown[] = Array.isArray(secrets) ? secrets : [secrets];
  return given
    .flatMap((one) => (typeof one === 'string' ? one.split(',') : ['']))
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/**
 * Reads order-token secrets. HMAC accepts an empty key, with which anyone could sign.
 *
 * @throws TsenaError `order_token_secret_invalid` if there is none, or one has fewer than 32 characters
 */
export function readOrderTokenSecrets(secrets: Secrets): readonly [string, ...string[]] {
  const [first, ...more] = listSecrets(secrets);
  if (first === undefined) throw new TsenaError('order_token_secret_invalid', 'The order-token secret is missing.');
  if ([first, ...more].some(({ length }) => length < MIN_ORDER_TOKEN_SECRET_CHARACTERS)) {
    throw new TsenaError('order_token_secret_invalid', 'The order-token secret needs at least 32 characters.');
  }
  return [first, ...more];
}

function decodeBase64(text: string): Buffer | undefined {
  const digits = text.replace(/={1,2}$/, '');
  return /^[A-Za-z0-9+/]*$/.test(digits) && digits.length % 4 !== 1 ? Buffer.from(digits, 'base64') : undefined;
}

/**
 * Reads webhook secrets: `whsec_` and 24 to 64 bytes in base64.
 *
 * @returns their keys
 * @throws TsenaError `webhook_secret_invalid` if there is none, or one is malformed
 */
export function readWebhookKeys(secrets: Secrets): readonly Buffer[] {
  const all = listSecrets(secrets);
  if (all.length === 0) throw new TsenaError('webhook_secret_invalid', 'The webhook secret is missing.');
  return all.map((secret) => {
    const key = secret.startsWith(WEBHOOK_SECRET_PREFIX)
      ? decodeBase64(secret.slice(WEBHOOK_SECRET_PREFIX.length))
      : undefined;
    if (key === undefined || key.length < MIN_WEBHOOK_SECRET_BYTES || key.length > MAX_WEBHOOK_SECRET_BYTES) {
      throw new TsenaError('webhook_secret_invalid', 'The webhook secret needs whsec_ and 24 to 64 bytes in base64.');
    }
    return key;
  });
}

/**
 * Checks a secret when the shop starts.
 *
 * @throws TsenaError `order_token_secret_invalid`
 */
export function checkOrderTokenSecret(secret: Secrets): void {
  readOrderTokenSecrets(secret);
}

/**
 * Checks a secret when the shop starts.
 *
 * @throws TsenaError `webhook_secret_invalid`
 */
export function checkWebhookSecret(secret: Secrets): void {
  readWebhookKeys(secret);
}
