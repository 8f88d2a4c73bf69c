import { Webhook } from 'standardwebhooks';
import { faultText } from './faultText.ts';
import type { ServerText } from './serverText.ts';

const MIN_ORDER_TOKEN_SECRET_CHARACTERS = 32;
const WEBHOOK_SECRET_PREFIX = 'whsec_';
const MIN_WEBHOOK_SECRET_BYTES = 24;
const MAX_WEBHOOK_SECRET_BYTES = 64;

/**
 * Says why a secret cannot sign order tokens; undefined if it can. HMAC accepts an empty key, with which anybody could
 * sign.
 */
export function orderTokenSecretFault(secret: string): ServerText | undefined {
  if (secret.length >= MIN_ORDER_TOKEN_SECRET_CHARACTERS) return undefined;
  return faultText('too_short', { least: MIN_ORDER_TOKEN_SECRET_CHARACTERS, length: secret.length });
}

/** Says why a secret cannot sign webhooks; undefined if it can. */
export function webhookSecretFault(secret: string): ServerText | undefined {
  if (!secret.startsWith(WEBHOOK_SECRET_PREFIX)) return faultText('webhook_secret_prefix');
  try {
    new Webhook(secret);
  } catch {
    return faultText('webhook_secret_base64');
  }
  const { length } = Buffer.from(secret.slice(WEBHOOK_SECRET_PREFIX.length), 'base64');
  if (length >= MIN_WEBHOOK_SECRET_BYTES && length <= MAX_WEBHOOK_SECRET_BYTES) return undefined;
  return faultText('webhook_secret_length', {
    least: MIN_WEBHOOK_SECRET_BYTES,
    most: MAX_WEBHOOK_SECRET_BYTES,
    length,
  });
}
