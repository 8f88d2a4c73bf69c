import type { Settings } from '../../config/settings.ts';
import { type SetupFinding, setupFinding } from '../shared/setupFinding.ts';

const name = 'allowed_origins';

/** Checks which shop pages may call the companion. */
export function checkAllowedOrigins({ ALLOWED_ORIGINS: allowedOrigins, OPERATOR_ENVIRONMENT }: Settings): SetupFinding {
  if (allowedOrigins.length === 0) return setupFinding(name, 'warning', 'origins_missing');
  const isUnencrypted =
    OPERATOR_ENVIRONMENT === 'production' && allowedOrigins.some((origin) => origin.startsWith('http:'));
  if (isUnencrypted) return setupFinding(name, 'warning', 'origins_unencrypted');
  return setupFinding(name, 'ok', 'origins_set', { detail: allowedOrigins.join(', ') });
}
