import type { SetupReason } from '@tsena/shared/merchant';
import type { Settings } from '../../config/settings.ts';
import { checkCredentials } from '../../core/operator/checkCredentials.ts';
import { adviseOnToken, type TokenRefusal } from '../adviseOnToken.ts';
import { type SetupFinding, setupFinding } from '../finding.ts';

const REASONS: Readonly<Record<TokenRefusal, SetupReason>> = {
  wrong_service: 'service_wrong',
  wrong_credentials: 'credentials_wrong',
  refused: 'credentials_refused',
  busy: 'operator_busy',
  unreachable: 'operator_unreachable',
};

/** Checks whether the operator's service answers, and issues a token for the credentials and the service of the settings. */
export async function checkOperator(settings: Pick<Settings, 'operator' | 'merchant'>): Promise<SetupFinding> {
  const { baseUrl } = settings.operator;
  const check = await checkCredentials(settings, { now: Date.now });
  if (check.kind === 'accepted') return setupFinding('credentials', 'ok', 'credentials_accepted', { detail: `${baseUrl}: ${check.ms} ms` });
  return setupFinding('credentials', check.kind === 'busy' ? 'warning' : 'failed', REASONS[check.kind], {
    detail: `${baseUrl}: ${check.reason}`,
    advice: adviseOnToken(settings, check.kind),
  });
}
