import { tokenScope } from '@tsena/shared/operator';
import type { Settings } from '../config/settings.ts';
import type { CredentialsCheck } from '../core/operator/checkCredentials.ts';

/** Why the operator issued no token. */
export type TokenRefusal = Exclude<CredentialsCheck['kind'], 'accepted'>;

/** Names the settings to check after a token request that failed. */
export function adviseOnToken({ operator }: Pick<Settings, 'operator'>, kind: TokenRefusal): string {
  const { service, environment } = operator;
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
