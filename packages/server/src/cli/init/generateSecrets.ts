import { randomBytes } from 'node:crypto';
import type { EnvValues } from './envFile.ts';

const SECRET_BYTES = 32;

const GENERATORS = {
  ORDER_TOKEN_SECRET: () => randomBytes(SECRET_BYTES).toString('hex'),
  WEBHOOK_SECRET: () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`,
  MERCHANT_API_KEY: () => randomBytes(SECRET_BYTES).toString('hex'),
} as const;

/** The secrets that are missing, newly generated. A webhook secret only if there is an endpoint that needs it. */
export function generateSecrets(values: EnvValues): EnvValues {
  const missing = Object.entries(GENERATORS).filter(
    ([name]) =>
      values[name] === undefined &&
      values[`${name}_FILE`] === undefined &&
      (name !== 'WEBHOOK_SECRET' || values.WEBHOOK_URL !== undefined),
  );
  return Object.fromEntries(missing.map(([name, generate]) => [name, generate()]));
}
