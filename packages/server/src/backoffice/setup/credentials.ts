import type { SetupReason } from '@tsena/shared/merchant';
import { tokenScope } from '@tsena/shared/operator';
import type { Settings } from '../../config/settings.ts';
import { type CredentialsCheck, checkCredentials } from '../../core/operator/checkCredentials.ts';
import { type SetupFinding, setupFinding } from '../setupFinding.ts';

const REASONS: Readonly<Record<TokenRefusal, SetupReason>> = {
  wrong_service: 'service_wrong',
  wrong_credentials: 'credentials_wrong',
  refused: 'credentials_refused',
  busy: 'operator_busy',
  unreachable: 'operator_unreachable',
};

/** Checks whether the operator's service answers, and issues a token for the credentials and the service of the settings. */
export async function checkOperator(settings: Settings): Promise<SetupFinding> {
  const check = await checkCredentials(settings, { now: Date.now });
  if (check.kind === 'accepted')
    return setupFinding('credentials', 'ok', 'credentials_accepted', { detail: `${settings.OPERATOR_BASE_URL}: ${check.ms} ms` });
  return setupFinding('credentials', check.kind === 'busy' ? 'warning' : 'failed', REASONS[check.kind], {
    detail: `${settings.OPERATOR_BASE_URL}: ${check.reason}`,
    advice: adviseOnToken(settings, check.kind),
  });
}

/** Why the operator issued no token. */
type TokenRefusal = Exclude<CredentialsCheck['kind'], 'accepted'>;

/** Names the settings to check after a token request that failed. */
export function adviseOnToken(settings: Settings, kind: TokenRefusal): string {
  const { OPERATOR_SERVICE: service, OPERATOR_ENVIRONMENT: environment } = settings;
  switch (kind) {
    case 'wrong_service':
      return `Check OPERATOR_SERVICE: "${service}" gives the scope ${tokenScope(service)}, which this operator does not issue. For MVola, set mvola`;
    case 'wrong_credentials':
      return `Check CONSUMER_KEY and CONSUMER_SECRET: they must be those of ${environment}`;
    case 'refused':
      return `Check CONSUMER_KEY, CONSUMER_SECRET and OPERATOR_SERVICE: the application must be for ${environment}, with a subscription to the API of scope ${tokenScope(service)}`;
    case 'busy':
      return 'The operator limits requests: wait a minute and run this command again';
    case 'unreachable':
      return 'Check OPERATOR_BASE_URL, and this machine’s DNS and firewall';
  }
}
