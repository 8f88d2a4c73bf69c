import { randomUUID } from 'node:crypto';
import { readOperatorError, tokenScope } from '@tsena/shared/operator';
import type { Settings } from '../../config/settings.ts';
import type { Clock } from '../../time/clock.ts';
import { readGrantedToken } from './grantedToken.ts';
import { createOperatorHttp } from './http.ts';
import { describe, type Reply, refusesLookups } from './outcome.ts';
import { createRequests } from './requests.ts';

/** What the operator answers to a token request, by the setting that is probably wrong. */
export type CredentialsCheck =
  | { readonly kind: 'accepted'; readonly ms: number }
  | {
      /** `refused`: the credentials or the service; `unreachable`: the address, or the operator is down. */
      readonly kind: 'wrong_service' | 'wrong_credentials' | 'refused' | 'busy' | 'unreachable' | 'lookups_refused';
      /** The answer, without secrets. */
      readonly reason: string;
    };

const WRONG_SCOPE = 'invalid_scope';
const WRONG_CLIENT = ['invalid_client', 'unauthorized_client', '900901'];

/** No transaction has this reference: it is looked up to see whether the operator answers lookups. */
export const NO_TRANSACTION = 'tsena-check';

/**
 * Requests a token once, with the credentials and for the service of the settings. If the operator then revokes the
 * token of a running companion, the companion renews it at its next call.
 *
 * @param withLookups whether it also asks with that token for the status and the details of a transaction that does not
 *   exist
 */
export async function checkCredentials(
  settings: Settings,
  wallClock: Clock,
  { withLookups }: { readonly withLookups: boolean },
): Promise<CredentialsCheck> {
  const http = createOperatorHttp(settings.OPERATOR_BASE_URL, settings.OPERATOR_TIMEOUT_MS, wallClock);
  const requests = createRequests(settings, () => settings);
  try {
    const started = performance.now();
    const reply = await http.send(requests.token());
    const ms = Math.round(performance.now() - started);
    const granted = readGrantedToken(reply, tokenScope(settings.OPERATOR_SERVICE));
    if (typeof granted === 'string') return { kind: 'unreachable', reason: granted };
    if (granted === undefined) return readRefusal(reply);
    if (granted.doubt !== null) return granted.doubt;
    const lookups = [requests.status(randomUUID(), randomUUID()), requests.details(NO_TRANSACTION, randomUUID())];
    const answers = withLookups ? await Promise.all(lookups.map((lookup) => http.send(lookup(granted.token)))) : [];
    const refused = answers.find(refusesLookups);
    return refused === undefined ? { kind: 'accepted', ms } : { kind: 'lookups_refused', reason: describe(refused) };
  } finally {
    http.close();
  }
}

function readRefusal(reply: Reply): CredentialsCheck {
  const reason = describe(reply);
  if (reply.kind !== 'answer') return { kind: 'unreachable', reason };
  const code = readOperatorError(reply.body)?.code;
  if (code === WRONG_SCOPE) return { kind: 'wrong_service', reason };
  if (reply.status === 401 || (code !== undefined && WRONG_CLIENT.includes(code)))
    return { kind: 'wrong_credentials', reason };
  if (reply.status === 400 || reply.status === 403) return { kind: 'refused', reason };
  return { kind: reply.status === 429 ? 'busy' : 'unreachable', reason };
}
