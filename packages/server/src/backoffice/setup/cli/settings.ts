import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EnvironmentVariables } from '../../../config/environment.ts';
import { missingSettings } from '../../../config/mergeSettings.ts';
import { findMisspelt } from '../../../config/misspeltSettings.ts';
import type { Settings } from '../../../config/settings.ts';
import { MERCHANT_SETTINGS } from '../../../config/settingsSchema.ts';
import { type Finding, finding } from './finding.ts';

/** Finds variables whose names are almost those of settings. They have no effect. */
export function checkNames(env: EnvironmentVariables): Finding[] {
  return findMisspelt(env).map((misspelt) => finding('warning', 'settings.misspelt', { ...misspelt }));
}

/**
 * Says where the settings come from.
 *
 * @param areValid whether the settings are complete without a `.env`, as under systemd or in a container
 */
export function checkEnvFile(folder: string, areValid: boolean): Finding {
  try {
    readFileSync(join(folder, '.env'));
    return finding('ok', 'settings.env_read', { folder });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    if (code !== 'ENOENT') return finding('warning', 'settings.env_unreadable', { folder, code });
    if (areValid) return finding('ok', 'settings.env_none', { folder });
    return finding('warning', 'settings.env_none', { folder }, 'settings.env_missing.next');
  }
}

/** Finds settings that are valid but probably not what the merchant wants. */
export function checkSettings(settings: Settings): Finding[] {
  const {
    OPERATOR_ENVIRONMENT: environment,
    PARTNER_NAME,
    PUBLIC_URL,
    WEBHOOK_URL,
    LIMIT_PER_MSISDN,
    RETAIN_DAYS,
    TRUST_PROXY,
  } = settings;
  const production = environment === 'production';
  const [first, second] = missingSettings(settings).map((setting) => MERCHANT_SETTINGS[setting].variable);
  return [
    first === undefined && finding('ok', 'settings.complete', { environment, partner: PARTNER_NAME }),
    first !== undefined && second === undefined && finding('failed', 'settings.missing', { first }),
    first !== undefined && second !== undefined && finding('failed', 'settings.both_missing', { first, second }),
    !production && finding('ok', 'settings.sandbox'),
    LIMIT_PER_MSISDN === null && finding('warning', 'settings.limit_off'),
    PUBLIC_URL?.startsWith('https:') === true && TRUST_PROXY === false && finding('warning', 'settings.no_trust_proxy'),
    WEBHOOK_URL === null && finding('warning', 'settings.no_webhook'),
    production && WEBHOOK_URL?.startsWith('http:') === true && finding('warning', 'settings.webhook_unencrypted'),
    production && RETAIN_DAYS === null && finding('warning', 'settings.numbers_kept'),
  ].filter((found) => found !== false);
}
