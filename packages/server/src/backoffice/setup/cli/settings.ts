import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EnvironmentVariables } from '../../../config/environment.ts';
import { missingSettings } from '../../../config/mergeSettings.ts';
import { findMisspelt } from '../../../config/misspeltSettings.ts';
import type { Settings } from '../../../config/settings.ts';
import { type DoctorFinding, finding } from './finding.ts';

/** Finds variables whose names are almost those of settings. They have no effect. */
export function checkNames(env: EnvironmentVariables): DoctorFinding[] {
  return findMisspelt(env).map((misspelt) => finding('warning', 'settings.misspelt', { ...misspelt }));
}

/**
 * Says where the settings come from.
 *
 * @param areValid whether the settings are complete without a `.env`, as under systemd or in a container
 */
export function checkEnvFile(folder: string, areValid: boolean): DoctorFinding {
  try {
    readFileSync(join(folder, '.env'));
    return finding('ok', 'settings.env_read', { folder });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    if (code !== 'ENOENT') return finding('warning', 'settings.env_unreadable', { folder, code });
    if (areValid) return finding('ok', 'settings.env_none', { folder });
    return finding('warning', 'settings.env_missing', { folder });
  }
}

/** Finds settings that are valid but probably not what the merchant wants. */
export function checkSettings(settings: Settings): DoctorFinding[] {
  const {
    OPERATOR_ENVIRONMENT: environment,
    PARTNER_NAME,
    PUBLIC_URL,
    LIMIT_PER_MSISDN,
    RETAIN_DAYS,
    TRUST_PROXY,
  } = settings;
  const production = environment === 'production';
  return [
    missingSettings(settings).length === 0 &&
      finding('ok', 'settings.complete', { environment, partner: PARTNER_NAME }),
    !production && finding('ok', 'settings.sandbox'),
    LIMIT_PER_MSISDN === null && finding('warning', 'settings.limit_off'),
    PUBLIC_URL?.startsWith('https:') === true && TRUST_PROXY === false && finding('warning', 'settings.no_trust_proxy'),
    production && RETAIN_DAYS === null && finding('warning', 'settings.numbers_kept'),
  ].filter((found) => found !== false);
}
