import type { SetupReason } from '@tsena/shared/merchant';
import type { Settings } from '../../config/settings.ts';
import { type CredentialsCheck, checkCredentials } from '../../core/operator/checkCredentials.ts';
import { type SetupFinding, setupFinding } from '../shared/setupFinding.ts';

/** Why the operator issued no token. */
export const TOKEN_REASONS: Readonly<Record<Exclude<CredentialsCheck['kind'], 'accepted'>, SetupReason>> = {
  wrong_service: 'service_wrong',
  wrong_credentials: 'credentials_wrong',
  refused: 'credentials_refused',
  busy: 'operator_busy',
  unreachable: 'operator_unreachable',
  lookups_refused: 'lookups_refused',
};

/**
 * Checks whether the operator issues a token for the credentials and the service of the settings, and answers lookups.
 */
export async function checkOperator(settings: Settings): Promise<SetupFinding> {
  const check = await checkCredentials(settings, { now: Date.now }, { withLookups: true });
  if (check.kind === 'accepted')
    return setupFinding('credentials', 'ok', 'credentials_accepted', {
      detail: `${settings.OPERATOR_BASE_URL}: ${check.ms} ms`,
    });
  return setupFinding('credentials', check.kind === 'busy' ? 'warning' : 'failed', TOKEN_REASONS[check.kind], {
    detail: `${settings.OPERATOR_BASE_URL}: ${check.reason}`,
  });
}
