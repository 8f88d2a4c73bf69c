import { readOperatorError, tokenScope } from '@tsena/shared/operator';
import type { Clock } from '../../clock.ts';
import type { Settings } from '../../config/settings.ts';
import { readGrantedToken } from './grantedToken.ts';
import { createOperatorHttp } from './http.ts';
import { describe, type Reply } from './outcome.ts';
import { createRequests } from './requests.ts';

/** What the operator answers to a token request, by the setting that is probably wrong. */
export type CredentialsCheck =
  | { readonly kind: 'accepted'; readonly ms: number }
  | {
      /** `refused`: the credentials or the service; `unreachable`: the address, or the operator is down. */
      readonly kind: 'wrong_service' | 'wrong_credentials' | 'refused' | 'busy' | 'unreachable';
      /** The answer, without secrets. */
      readonly reason: string;
    };

const WRONG_SCOPE = 'invalid_scope';
const WRONG_CLIENT = ['invalid_client', 'unauthorized_client', '900901'];

/**
 * Requests a token once, with the credentials and for the service of the settings. If the operator then revokes the token of a running
 * companion, the companion renews it at its next call.
 */
export async function checkCredentials(settings: Settings, wallClock: Clock): Promise<CredentialsCheck> {
  const http = createOperatorHttp(settings.OPERATOR_BASE_URL, settings.OPERATOR_TIMEOUT_MS, wallClock);
  try {
    const started = performance.now();
    const reply = await http.send(createRequests(settings, () => settings).token());
    return readReply(reply, tokenScope(settings.OPERATOR_SERVICE), Math.round(performance.now() - started));
  } finally {
    http.close();
  }
}

function readReply(reply: Reply, scope: string, ms: number): CredentialsCheck {
  const reason = describe(reply);
  if (reply.kind !== 'answer') return { kind: 'unreachable', reason };
  const granted = readGrantedToken(reply, scope);
  if (typeof granted === 'string') return { kind: 'unreachable', reason: granted };
  if (granted !== undefined) return granted.doubt ?? { kind: 'accepted', ms };
  const code = readOperatorError(reply.body)?.code;
  if (code === WRONG_SCOPE) return { kind: 'wrong_service', reason };
  if (reply.status === 401 || (code !== undefined && WRONG_CLIENT.includes(code))) return { kind: 'wrong_credentials', reason };
  if (reply.status === 400 || reply.status === 403) return { kind: 'refused', reason };
  return { kind: reply.status === 429 ? 'busy' : 'unreachable', reason };
}
