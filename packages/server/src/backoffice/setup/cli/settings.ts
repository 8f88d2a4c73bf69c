import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EnvironmentVariables } from '../../../config/environment.ts';
import { missingSettings } from '../../../config/mergeSettings.ts';
import { findMisspelt } from '../../../config/misspeltSettings.ts';
import type { Settings } from '../../../config/settings.ts';
import { MERCHANT_SETTINGS } from '../../../config/settingsSchema.ts';
import { type Finding, failed, ok, warn } from '../../finding.ts';

const name = 'settings';

/** Finds variables whose names are almost those of settings. They have no effect. */
export function checkNames(env: EnvironmentVariables): Finding[] {
  return findMisspelt(env).map(({ name: misspelt, nearest }) =>
    warn(name, `${misspelt} is not a setting and has no effect`, `If you mean ${nearest}, rename it`),
  );
}

/**
 * Says where the settings come from.
 *
 * @param areValid whether the settings are complete without a `.env`, as under systemd or in a container
 */
export function checkEnvFile(folder: string, areValid: boolean): Finding {
  try {
    readFileSync(join(folder, '.env'));
    return ok(name, `read from .env in ${folder}, and from the environment`);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    if (code !== 'ENOENT')
      return warn(
        name,
        `.env in ${folder} cannot be read (${code})`,
        'Run this command as the companion’s user, or correct the file’s owner',
      );
    const message = `no .env in ${folder}: the settings come from the environment alone`;
    return areValid ? ok(name, message) : warn(name, message, 'Run this command in the folder of your .env, or write one: tsena init');
  }
}

/** Finds settings that are valid but probably not what the merchant wants. */
export function checkSettings(settings: Settings): Finding[] {
  const { OPERATOR_ENVIRONMENT: environment, PARTNER_NAME, WEBHOOK_URL, LIMIT_PER_MSISDN, RETAIN_DAYS } = settings;
  const production = environment === 'production';
  const missing = missingSettings(settings).map((setting) => MERCHANT_SETTINGS[setting].variable);
  return [
    missing.length === 0
      ? ok(name, `complete; ${environment}, partner ${PARTNER_NAME}`)
      : failed(
          name,
          `${missing.join(' and ')} is not set: the companion takes no payment`,
          'Set it in .env, or in the dashboard under Setup',
        ),
    !production && ok(name, 'sandbox: only the operator’s test numbers can pay, and no money moves'),
    LIMIT_PER_MSISDN === null && warn(name, 'LIMIT_PER_MSISDN is off: a stranger can flood a phone with prompts', 'Use the default, 5/10m'),
    WEBHOOK_URL === null &&
      warn(name, 'WEBHOOK_URL is not set: the shop receives no webhooks', 'Set WEBHOOK_URL and WEBHOOK_SECRET (docs/webhooks.md)'),
    production &&
      WEBHOOK_URL?.startsWith('http:') === true &&
      warn(name, 'WEBHOOK_URL is http: payments are sent to the shop without encryption', 'Use an https address'),
    production &&
      RETAIN_DAYS === null &&
      warn(name, 'RETAIN_DAYS is not set: payers’ numbers are never erased', 'Set it to the number of days for which you need them'),
  ].filter((finding) => finding !== false);
}
