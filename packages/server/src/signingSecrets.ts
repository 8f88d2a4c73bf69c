import { Webhook } from 'standardwebhooks';

const MIN_ORDER_TOKEN_SECRET_CHARACTERS = 32;
const WEBHOOK_SECRET_PREFIX = 'whsec_';
const MIN_WEBHOOK_SECRET_BYTES = 24;
const MAX_WEBHOOK_SECRET_BYTES = 64;

/**
 * Why a secret cannot sign order tokens; undefined if it can. An empty key is a valid HMAC key, so that whoever knows
 * that it is empty could sign.
 */
export function orderTokenSecretFault(secret: string): string | undefined {
  if (secret.length >= MIN_ORDER_TOKEN_SECRET_CHARACTERS) return undefined;
  return `is too short: ${secret.length} characters, at least ${MIN_ORDER_TOKEN_SECRET_CHARACTERS} are needed`;
}

/** Why a secret cannot sign webhooks; undefined if it can. */
export function webhookSecretFault(secret: string): string | undefined {
  if (!secret.startsWith(WEBHOOK_SECRET_PREFIX)) return 'does not begin with whsec_';
  try {
    new Webhook(secret);
  } catch {
    return 'is not base64 after whsec_';
  }
  const { length } = Buffer.from(secret.slice(WEBHOOK_SECRET_PREFIX.length), 'base64');
  if (length >= MIN_WEBHOOK_SECRET_BYTES && length <= MAX_WEBHOOK_SECRET_BYTES) return undefined;
  return `is ${length} bytes long after whsec_; ${MIN_WEBHOOK_SECRET_BYTES} to ${MAX_WEBHOOK_SECRET_BYTES} are needed`;
}
