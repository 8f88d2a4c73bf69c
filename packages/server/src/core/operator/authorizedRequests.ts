import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { createBreaker } from './breaker.ts';
import { readGrantedToken } from './grantedToken.ts';
import type { Call, OperatorHttp } from './http.ts';
import type { Authorized } from './lookups.ts';
import { describe, type Reply } from './outcome.ts';
import { createTokenCache, type FetchedToken, type TokenFailure, type TokenStore } from './tokenCache.ts';

/** One finished request. `outcome` is the HTTP status, `no_answer` or `never_sent`. */
export interface ObservedCall {
  readonly operation: 'token' | 'initiate' | 'status' | 'details';
  readonly outcome: string;
  readonly ms: number;
}

/** Sends requests with a token, and none while the operator asks for a pause. */
export type AuthorizedRequests = ReturnType<typeof createAuthorizedRequests>;

/** What {@link createAuthorizedRequests} takes. */
export interface AuthorizedRequestsOptions {
  readonly http: OperatorHttp;
  readonly tokenRequest: () => Call;
  /** The scope that the token must have. */
  readonly scope: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly failuresInARow: number;
  readonly openMs: number;
  readonly sharedToken?: { readonly store: TokenStore; readonly clock: Clock } | undefined;
  onCall(call: ObservedCall): void;
  onPause(cause: 'throttled' | 'tokens', ms: number): void;
}

function readTokenFailure(reply: Reply, reason: string): TokenFailure {
  const status = reply.kind === 'answer' ? reply.status : 0;
  const code = [400, 401, 403].includes(status) ? 'operator_credentials' : status === 429 ? 'operator_busy' : 'operator_unreachable';
  return { ok: false, code, reason, retryAfterMs: reply.kind === 'answer' ? reply.retryAfterMs : null };
}

/** After a 401, the renewed token came when another payment may have taken this one's place. The first request was refused. */
const TOO_LATE: TokenFailure = {
  ok: false,
  code: 'operator_unreachable',
  reason: 'the token was renewed too late to send the request again',
  retryAfterMs: null,
};

/** Requests tokens, and pauses after several failures in a row. */
function createTokenRequests(
  { tokenRequest, scope, clock, log, failuresInARow, openMs, onPause }: AuthorizedRequestsOptions,
  send: (call: Call) => Promise<Reply>,
): () => Promise<FetchedToken> {
  let lastTokenFailure: TokenFailure = { ok: false, code: 'operator_unreachable', reason: 'no token yet', retryAfterMs: null };
  const tokenBreaker = createBreaker<FetchedToken>({
    failuresInARow,
    openMs,
    clock,
    isFailure: (result) => !result.ok && result.code !== 'operator_busy',
    onOpen() {
      log.warn({ openMs }, 'the operator issues no token; token requests pause');
      onPause('tokens', openMs);
    },
  });

  /** A token that may be wrong is used: gateways spell scopes in their own ways, and a refused payment request debits nobody. */
  function readToken(reply: Reply): FetchedToken {
    const granted = readGrantedToken(reply, scope);
    if (granted === undefined || typeof granted === 'string') return readTokenFailure(reply, granted ?? describe(reply));
    const { token, lifetimeMs, doubt } = granted;
    if (doubt !== null) log.warn({ reason: doubt.reason }, 'the operator may refuse requests with this token; check OPERATOR_SERVICE');
    return { ok: true, token, lifetimeMs };
  }

  return async () => {
    const blockedMs = tokenBreaker.blockedFor();
    if (blockedMs > 0) return { ...lastTokenFailure, retryAfterMs: blockedMs };
    const fetched = await tokenBreaker.execute(async () => readToken(await send(tokenRequest())));
    if (fetched.ok) return fetched;
    lastTokenFailure = fetched;
    log.warn({ code: fetched.code, reason: fetched.reason }, 'no token');
    return fetched;
  };
}

/** Creates {@link AuthorizedRequests}. */
export function createAuthorizedRequests(options: AuthorizedRequestsOptions) {
  const { http, clock, log, sharedToken, onCall, onPause } = options;
  let pausedUntil = 0;

  async function send(operation: ObservedCall['operation'], call: Call): Promise<Reply> {
    const started = performance.now();
    const reply = await http.send(call);
    const ms = performance.now() - started;
    const outcome = reply.kind === 'answer' ? String(reply.status) : reply.kind;
    onCall({ operation, outcome, ms });
    log.debug({ operation, outcome, ms: Math.round(ms) }, 'operator call');
    if (reply.kind === 'answer' && reply.status === 429 && reply.retryAfterMs !== null) {
      pausedUntil = Math.max(pausedUntil, clock.now() + reply.retryAfterMs);
      log.warn({ operation, pauseMs: reply.retryAfterMs }, 'the operator answers 429; all requests pause');
      onPause('throttled', reply.retryAfterMs);
    }
    return reply;
  }

  const fetchToken = createTokenRequests(options, (call) => send('token', call));
  const tokens = createTokenCache(fetchToken, sharedToken?.clock ?? clock, sharedToken?.store);

  /**
   * Sends a request, and once more after a 401 with a renewed token.
   *
   * @param maySend asked right before each request, when there is a token; false: it is not sent
   */
  async function authorized(
    operation: ObservedCall['operation'],
    call: (token: string) => Call,
    maySend: (isRepeated: boolean) => Promise<boolean> = async () => true,
  ): Promise<Authorized> {
    const first = await tokens.get();
    if (!first.ok) return { failure: first, refused: false };
    // A token can take long, and this process can pause while it waits for one.
    if (!(await maySend(false))) return { failure: TOO_LATE, refused: false };
    const reply = await send(operation, call(first.token));
    if (reply.kind !== 'answer' || reply.status !== 401) return { reply, refused: false };
    const second = await tokens.renew(first.token);
    if (!second.ok) return { refused: true, failure: second };
    if (!(await maySend(true))) return { refused: true, failure: TOO_LATE };
    return { refused: true, reply: await send(operation, call(second.token)) };
  }

  /** The pause that a 429 asked for; null: none. */
  function paused(): TokenFailure | null {
    const retryAfterMs = pausedUntil - clock.now();
    return retryAfterMs > 0 ? { ok: false, code: 'operator_busy', reason: 'paused after a 429', retryAfterMs } : null;
  }

  return {
    authorized,
    paused,
    /** Whether a request can be sent: there is a token and no pause. Sends at most a token request. */
    async ready(): Promise<{ readonly ok: true } | TokenFailure> {
      const pause = paused();
      if (pause !== null) return pause;
      const reading = await tokens.get();
      return reading.ok ? (paused() ?? { ok: true }) : reading;
    },
    /** Whether this process knows already that a request can be sent. Asks nobody. */
    isReady: () => paused() === null && tokens.isHeld(),
  };
}
