import type { Log } from '../../log/log.ts';
import type { Clock } from '../../time/clock.ts';
import { createBreaker } from './breaker.ts';
import { readGrantedToken } from './grantedToken.ts';
import type { Call, OperatorHttp } from './http.ts';
import type { Authorized } from './lookups.ts';
import { describe, isSuccess, type Reply, readInitiation } from './outcome.ts';
import type { Pace } from './pace.ts';
import { createRefusedLookups, type Lookup } from './refusedLookups.ts';
import { createTokenCache, type FetchedToken, type TokenFailure, type TokenStore } from './tokenCache.ts';

/** One finished request. `outcome` is the HTTP status, `no_answer` or `never_sent`. */
export interface ObservedCall {
  readonly operation: 'token' | 'initiate' | 'status' | 'details';
  readonly outcome: string;
  readonly ms: number;
}

/** Sends requests with a token, and none while the operator asks for a pause. */
export interface AuthorizedRequests {
  /**
   * Sends an initiation, and once more after a 401 with a renewed token.
   *
   * @param maySend asked right before each request, when there is a token; false: it is not sent
   */
  initiation(call: (token: string) => Call, maySend: (isRepeated: boolean) => Promise<boolean>): Promise<Authorized>;
  /** Sends a lookup, and once more after a 401 with a renewed token. */
  lookup(of: Lookup, call: (token: string) => Call): Promise<Authorized>;
  /** The pause that a 429 asked for; null: none. */
  paused(): TokenFailure | null;
  /** Whether there is a token, and no pause. Waits for no pause. */
  hasToken(): Promise<{ readonly ok: true } | TokenFailure>;
  /** Waits for the turn of an initiation and for a token; a token request that is answered 429 is sent once more. */
  ready(): Promise<{ readonly ok: true } | TokenFailure>;
  /** Whether this process knows already that a request can be sent at once. Asks nobody. */
  isReady(): boolean;
}

/** What {@link createAuthorizedRequests} takes. */
export interface AuthorizedRequestsOptions {
  readonly http: OperatorHttp;
  readonly tokenRequest: () => Call;
  /** The scope that the token must have. */
  readonly scope: string;
  readonly clock: Clock;
  readonly pace: Pace;
  readonly log: Log;
  readonly failuresInARow: number;
  readonly openMs: number;
  readonly sharedToken?: { readonly store: TokenStore; readonly clock: Clock } | undefined;
  onCall(call: ObservedCall): void;
  onPause(cause: 'throttled' | 'tokens', ms: number): void;
}

/** How long the first of two token requests takes at most, ms: the second is then answered before a press must be. */
const FIRST_TOKEN_MS = 2500;

function readTokenFailure(reply: Reply, reason: string): TokenFailure {
  if (reply.kind === 'never_sent') return { ok: false, code: 'operator_unreachable', reason, retryAfterMs: null };
  const status = reply.kind === 'answer' ? reply.status : 0;
  const code = [400, 401, 403].includes(status)
    ? 'operator_credentials'
    : status === 429
      ? 'operator_busy'
      : 'not_sent';
  return { ok: false, code, reason, retryAfterMs: reply.kind === 'answer' ? reply.retryAfterMs : null };
}

/** Whether the next token request may be answered otherwise. It changes nothing for a payer. */
function isPassing(result: FetchedToken): boolean {
  return !result.ok && (result.code === 'not_sent' || result.code === 'operator_unreachable');
}

/**
 * After a 401, the renewed token came when another payment may have taken this one's place. The first request was
 * refused.
 */
const TOO_LATE: TokenFailure = {
  ok: false,
  code: 'operator_unreachable',
  reason: 'the token was renewed too late to send the request again',
  retryAfterMs: null,
};

/** The turn of an initiation would come too late. */
const BUSY: TokenFailure = { ok: false, code: 'operator_busy', reason: 'paused after a 429', retryAfterMs: null };

/** Requests tokens, and pauses after several failures in a row. */
function createTokenRequests(
  { tokenRequest, scope, clock, log, failuresInARow, openMs, onPause }: AuthorizedRequestsOptions,
  send: (call: Call) => Promise<Reply>,
): () => Promise<FetchedToken> {
  let lastTokenFailure: TokenFailure = {
    ok: false,
    code: 'operator_unreachable',
    reason: 'no token yet',
    retryAfterMs: null,
  };
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

  /**
   * A token that may be wrong is used: gateways spell scopes in their own ways, and a refused payment request debits
   * nobody.
   */
  function readToken(reply: Reply): FetchedToken {
    const granted = readGrantedToken(reply, scope);
    if (granted === undefined || typeof granted === 'string')
      return readTokenFailure(reply, granted ?? describe(reply));
    const { token, lifetimeMs, doubt } = granted;
    if (doubt !== null)
      log.warn({ reason: doubt.reason }, 'the operator may refuse requests with this token; check OPERATOR_SERVICE');
    return { ok: true, token, lifetimeMs };
  }

  return async () => {
    const blockedMs = tokenBreaker.blockedFor();
    if (blockedMs > 0) return { ...lastTokenFailure, retryAfterMs: blockedMs };
    const fetched = await tokenBreaker.execute(async () => {
      const first = readToken(await send({ ...tokenRequest(), timeoutMs: FIRST_TOKEN_MS }));
      return isPassing(first) ? readToken(await send(tokenRequest())) : first;
    });
    if (fetched.ok) return fetched;
    lastTokenFailure = fetched;
    log.warn({ code: fetched.code, reason: fetched.reason }, 'no token');
    return fetched;
  };
}

/** Creates {@link AuthorizedRequests}. */
export function createAuthorizedRequests(options: AuthorizedRequestsOptions): AuthorizedRequests {
  const { http, clock, pace, log, sharedToken, onCall, onPause } = options;

  async function send(operation: ObservedCall['operation'], call: Call): Promise<Reply> {
    const started = performance.now();
    const reply = await http.send(call);
    const ms = performance.now() - started;
    const outcome = reply.kind === 'answer' ? String(reply.status) : reply.kind;
    onCall({ operation, outcome, ms });
    log.debug({ operation, outcome, ms: Math.round(ms) }, 'operator call');
    if (reply.kind === 'answer' && reply.status === 429 && reply.retryAfterMs !== null) {
      pace.pause(reply.retryAfterMs);
      log.warn({ operation, pauseMs: reply.retryAfterMs }, 'the operator answers 429; all requests pause');
      onPause('throttled', reply.retryAfterMs);
    }
    if (operation === 'initiate' && reply.kind === 'answer' && isSuccess(reply.status)) pace.accepted();
    return reply;
  }

  const fetchToken = createTokenRequests(options, (call) => send('token', call));
  const tokens = createTokenCache(fetchToken, sharedToken?.clock ?? clock, sharedToken?.store);
  const refusals = createRefusedLookups(clock, log);

  /**
   * Sends a request, and once more after a 401 with a renewed token.
   *
   * @param mayRenew whether a 401 is a reason to renew the token
   * @param maySend asked right before each request, when there is a token; false: it is not sent
   */
  async function sendWithToken(
    operation: 'initiate' | Lookup,
    call: (token: string) => Call,
    mayRenew: (reply: Reply) => boolean,
    maySend: (isRepeated: boolean) => Promise<boolean>,
  ): Promise<Authorized> {
    const first = await tokens.get();
    if (!first.ok) return { failure: first, refused: false };
    // A token can take long, and this process can pause while it waits for one.
    if (!(await maySend(false))) return { failure: TOO_LATE, refused: false };
    const reply = await send(operation, call(first.token));
    if (reply.kind !== 'answer' || reply.status !== 401 || !mayRenew(reply)) return { reply, refused: false };
    const second = await tokens.renew(first.token);
    if (!second.ok) return { refused: true, failure: second };
    // Another request may have been answered 429 meanwhile.
    if (paused() !== null && !(await pace.turn())) return { refused: true, failure: paused() ?? BUSY };
    if (!(await maySend(true))) return { refused: true, failure: TOO_LATE };
    return { refused: true, reply: await send(operation, call(second.token)) };
  }

  const initiation = (call: (token: string) => Call, maySend: (isRepeated: boolean) => Promise<boolean>) =>
    sendWithToken('initiate', call, (reply) => readInitiation(reply).kind !== 'accepted', maySend);

  async function lookup(of: Lookup, call: (token: string) => Call): Promise<Authorized> {
    const result = await sendWithToken(
      of,
      call,
      () => refusals.mayRenew(of),
      async () => true,
    );
    if ('reply' in result) refusals.note(of, result.reply, result.refused);
    return result;
  }

  function paused(): TokenFailure | null {
    const retryAfterMs = pace.pausedForMs();
    return retryAfterMs > 0 ? { ok: false, code: 'operator_busy', reason: 'paused after a 429', retryAfterMs } : null;
  }

  async function readToken(): Promise<{ readonly ok: true } | TokenFailure> {
    const reading = await tokens.get();
    return reading.ok ? { ok: true } : reading;
  }

  return {
    initiation,
    lookup,
    paused,
    async hasToken() {
      return paused() ?? (await readToken());
    },
    async ready() {
      if (!(await pace.turn())) return paused() ?? BUSY;
      const first = await readToken();
      if (first.ok || first.code !== 'operator_busy' || !(await pace.turn())) return first;
      return readToken();
    },
    isReady: () => pace.isFree() && tokens.isHeld(),
  };
}
