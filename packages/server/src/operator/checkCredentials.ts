import { readOperatorError, tokenResponseSchema, tokenScope } from '@tsena/shared/operator';
import * as z from 'zod/mini';
import type { Clock } from '../clock.ts';
import type { Settings } from '../config/settings.ts';
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
export async function checkCredentials(settings: Pick<Settings, 'operator' | 'merchant'>, wallClock: Clock): Promise<CredentialsCheck> {
  const { baseUrl, timeoutMs, service } = settings.operator;
  const http = createOperatorHttp(baseUrl, timeoutMs, wallClock);
  try {
    const started = performance.now();
    const reply = await http.send(createRequests(settings).token());
    return readReply(reply, tokenScope(service), Math.round(performance.now() - started));
  } finally {
    http.close();
  }
}

function readReply(reply: Reply, scope: string, ms: number): CredentialsCheck {
  const reason = describe(reply);
  if (reply.kind !== 'answer') return { kind: 'unreachable', reason };
  if (reply.status === 200) return readGranted(reply.body, scope, ms);
  const code = readOperatorError(reply.body)?.code;
  if (code === WRONG_SCOPE) return { kind: 'wrong_service', reason };
  if (reply.status === 401 || (code !== undefined && WRONG_CLIENT.includes(code))) return { kind: 'wrong_credentials', reason };
  if (reply.status === 400 || reply.status === 403) return { kind: 'refused', reason };
  return { kind: reply.status === 429 ? 'busy' : 'unreachable', reason };
}

/** A gateway may issue a token without a scope that it does not know. The payment endpoints refuse such a token. */
function readGranted(body: unknown, scope: string, ms: number): CredentialsCheck {
  const read = z.safeParse(tokenResponseSchema, body);
  if (!read.success) return { kind: 'unreachable', reason: '200 without a usable token' };
  const { scope: granted } = read.data;
  const lacksScope = granted !== undefined && granted !== '' && !granted.split(/\s+/).includes(scope);
  return lacksScope ? { kind: 'wrong_service', reason: `200 with a token that lacks the scope ${scope}` } : { kind: 'accepted', ms };
}
