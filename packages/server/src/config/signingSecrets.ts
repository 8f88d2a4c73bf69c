import { Webhook } from 'standardwebhooks';

const MIN_ORDER_TOKEN_SECRET_CHARACTERS = 32;
const WEBHOOK_SECRET_PREFIX = 'whsec_';
const MIN_WEBHOOK_SECRET_BYTES = 24;
const MAX_WEBHOOK_SECRET_BYTES = 64;

/**
 * Says why a secret cannot sign order tokens; undefined if it can. HMAC accepts an empty key, with which anybody could
 * sign.
 */
export function orderTokenSecretFault(secret: string): string | undefined {
  if (secret.length >= MIN_ORDER_TOKEN_SECRET_CHARACTERS) return undefined;
  return `needs at least ${MIN_ORDER_TOKEN_SECRET_CHARACTERS} characters, and has ${secret.length}`;
}

/** Says why a secret cannot sign webhooks; undefined if it can. */
export function webhookSecretFault(secret: string): string | undefined {
  if (!secret.startsWith(WEBHOOK_SECRET_PREFIX)) return 'does not begin with whsec_';
  try {
    new Webhook(secret);
  } catch {
    return 'is not base64 after whsec_';
  }
  const { length } = Buffer.from(secret.slice(WEBHOOK_SECRET_PREFIX.length), 'base64');
  if (length >= MIN_WEBHOOK_SECRET_BYTES && length <= MAX_WEBHOOK_SECRET_BYTES) return undefined;
  return `needs ${MIN_WEBHOOK_SECRET_BYTES} to ${MAX_WEBHOOK_SECRET_BYTES} bytes after whsec_, and has ${length}`;
}
