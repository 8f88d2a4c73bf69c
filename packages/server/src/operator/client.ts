import { randomUUID } from 'node:crypto';
import { tokenResponseSchema } from '@tsena/shared/operator';
import { BulkheadRejectedError, bulkhead } from 'cockatiel';
import * as z from 'zod/mini';
import type { Clock } from '../clock.ts';
import type { Settings } from '../config.ts';
import type { Log } from '../log.ts';
import { createBreaker } from './breaker.ts';
import { type Call, createOperatorHttp } from './http.ts';
import {
  type DetailsOutcome,
  describe,
  type InitiationOutcome,
  type Reply,
  readDetails,
  readInitiation,
  readStatus,
  type StatusOutcome,
} from './outcome.ts';
import { createRequests, type Initiation } from './requests.ts';
import { createTokenCache, type FetchedToken, type TokenFailure, type TokenStore } from './tokenCache.ts';

export type { Initiation } from './requests.ts';

/** The operator's service. Nothing here throws: what came of a call is in its outcome. */
export interface Operator {
  /** A token is at hand and no pause is in force; else why not. Sends nothing but, at most, a token request. */
  ready(): Promise<{ readonly ok: true } | TokenFailure>;
  /** Sends the initiation once (section 4.3); once more only after a 401, which refused the first. */
  initiate(initiation: Initiation): Promise<InitiationOutcome>;
  /** The status of a payment (section 4.5). */
  status(serverCorrelationId: string): Promise<StatusOutcome>;
  /** A transaction's record (section 4.4). */
  details(transactionId: string): Promise<DetailsOutcome>;
  /** Closes the connections. */
  close(): void;
}

/** One request that was answered or given up: the HTTP status, `no-answer` or `never-sent`. */
export interface ObservedCall {
  readonly operation: 'token' | 'initiate' | 'status' | 'details';
  readonly outcome: string;
  readonly ms: number;
}

/** The operator is left alone for `ms`: it answered 429, or failed at look-ups or tokens several times in a row. */
export interface ObservedPause {
  readonly cause: 'throttled' | 'look-ups' | 'tokens';
  readonly ms: number;
}

/** The bounds that protect the operator from us. */
interface OperatorLimits {
  readonly lookUpsAtOnce: number;
  readonly lookUpsWaiting: number;
  readonly failuresInARow: number;
  readonly openMs: number;
}

/** What {@link createOperator} takes. */
export interface OperatorOptions {
  readonly settings: Pick<Settings, 'operator' | 'merchant'>;
  /** For waits within this process. */
  readonly clock: Clock;
  /** For dates that the operator names. */
  readonly wallClock: Clock;
  readonly log: Log;
  readonly observe?: (call: ObservedCall) => void;
  readonly onPause?: (pause: ObservedPause) => void;
  readonly limits?: Partial<OperatorLimits>;
  /** Where instances share a token, and the clock that they share; this process alone if left out. */
  readonly sharedToken?: { readonly store: TokenStore; readonly clock: Clock };
}

const LIMITS: OperatorLimits = { lookUpsAtOnce: 8, lookUpsWaiting: 10_000, failuresInARow: 5, openMs: 10_000 };
const QUEUE_FULL_MS = 5_000;

type Unavailable = Extract<StatusOutcome, { kind: 'unavailable' }>;

/** A reply to a request that carried a token; or why it could not carry one. `refused`: it was sent before with another, and got a 401. */
type Authorized = { readonly refused: boolean } & ({ readonly reply: Reply } | { readonly failure: TokenFailure });

function isOutage(reply: Reply): boolean {
  return reply.kind !== 'answer' || reply.status >= 500;
}

function readToken(reply: Reply): FetchedToken {
  const read = reply.kind === 'answer' && reply.status === 200 ? z.safeParse(tokenResponseSchema, reply.body) : undefined;
  if (read?.success) return { ok: true, token: read.data.access_token, lifetimeMs: read.data.expires_in * 1_000 };
  const status = reply.kind === 'answer' ? reply.status : 0;
  const code = [400, 401, 403].includes(status) ? 'operator_credentials' : status === 429 ? 'operator_busy' : 'operator_unreachable';
  const reason = read === undefined ? describe(reply) : '200 without a usable token';
  return { ok: false, code, reason, retryAfterMs: reply.kind === 'answer' ? reply.retryAfterMs : null };
}

export function createOperator({ settings, clock, wallClock, log, observe, onPause, limits, sharedToken }: OperatorOptions): Operator {
  const { lookUpsAtOnce, lookUpsWaiting, failuresInARow, openMs } = { ...LIMITS, ...limits };
  const http = createOperatorHttp(settings.operator.baseUrl, settings.operator.timeoutMs, wallClock);
  const requests = createRequests(settings);
  let pausedUntil = 0;
  let lastTokenFailure: TokenFailure = { ok: false, code: 'operator_unreachable', reason: 'no token yet', retryAfterMs: null };

  const lookUps = bulkhead(lookUpsAtOnce, lookUpsWaiting);
  const lookUpBreaker = createBreaker<Authorized>({
    failuresInARow,
    openMs,
    clock,
    isFailure: (result) => ('reply' in result ? isOutage(result.reply) : result.failure.code === 'operator_unreachable'),
    onOpen() {
      log.warn({ openMs }, 'the operator fails at look-ups; none for a while');
      onPause?.({ cause: 'look-ups', ms: openMs });
    },
  });
  const tokenBreaker = createBreaker<FetchedToken>({
    failuresInARow,
    openMs,
    clock,
    isFailure: (result) => !result.ok && result.code !== 'operator_busy',
    onOpen() {
      log.warn({ openMs }, 'the operator gives no token; not asked for a while');
      onPause?.({ cause: 'tokens', ms: openMs });
    },
  });
  const tokens = createTokenCache(fetchToken, sharedToken?.clock ?? clock, sharedToken?.store);

  async function send(operation: ObservedCall['operation'], call: Call): Promise<Reply> {
    const started = performance.now();
    const reply = await http.send(call);
    const ms = performance.now() - started;
    const outcome = reply.kind === 'answer' ? String(reply.status) : reply.kind;
    observe?.({ operation, outcome, ms });
    log.debug({ operation, outcome, ms: Math.round(ms) }, 'operator call');
    if (reply.kind === 'answer' && reply.status === 429 && reply.retryAfterMs !== null) {
      pausedUntil = Math.max(pausedUntil, clock.now() + reply.retryAfterMs);
      log.warn({ operation, pauseMs: reply.retryAfterMs }, 'the operator answers 429; pausing');
      onPause?.({ cause: 'throttled', ms: reply.retryAfterMs });
    }
    return reply;
  }

  async function fetchToken(): Promise<FetchedToken> {
    const blockedMs = tokenBreaker.blockedFor();
    if (blockedMs > 0) return { ...lastTokenFailure, retryAfterMs: blockedMs };
    const fetched = await tokenBreaker.execute(async () => readToken(await send('token', requests.token())));
    if (fetched.ok) return fetched;
    lastTokenFailure = fetched;
    log.warn({ code: fetched.code, reason: fetched.reason }, 'no token');
    return fetched;
  }

  async function authorized(operation: ObservedCall['operation'], call: (token: string) => Call): Promise<Authorized> {
    const first = await tokens.get();
    if (!first.ok) return { failure: first, refused: false };
    const reply = await send(operation, call(first.token));
    if (reply.kind !== 'answer' || reply.status !== 401) return { reply, refused: false };
    const second = await tokens.renew(first.token);
    return { refused: true, ...(second.ok ? { reply: await send(operation, call(second.token)) } : { failure: second }) };
  }

  function paused(): TokenFailure | null {
    const retryAfterMs = pausedUntil - clock.now();
    return retryAfterMs > 0 ? { ok: false, code: 'operator_busy', reason: 'paused after a 429', retryAfterMs } : null;
  }

  function blocked(): Unavailable | null {
    const pause = paused();
    if (pause !== null) return { kind: 'unavailable', reason: pause.reason, retryAfterMs: pause.retryAfterMs };
    const openFor = lookUpBreaker.blockedFor();
    return openFor > 0 ? { kind: 'unavailable', reason: 'paused after failures in a row', retryAfterMs: openFor } : null;
  }

  async function lookUp<Outcome>(
    operation: 'status' | 'details',
    call: (token: string) => Call,
    read: (reply: Reply) => Outcome,
  ): Promise<Outcome | Unavailable> {
    const refusal = blocked();
    if (refusal !== null) return refusal;
    try {
      return await lookUps.execute(async () => {
        // Asked again, for it may have waited in the queue while a pause began.
        const lateRefusal = blocked();
        if (lateRefusal !== null) return lateRefusal;
        const result = await lookUpBreaker.execute(() => authorized(operation, call));
        if ('reply' in result) return read(result.reply);
        return { kind: 'unavailable', reason: result.failure.reason, retryAfterMs: result.failure.retryAfterMs } as const;
      });
    } catch (error) {
      if (error instanceof BulkheadRejectedError) {
        return { kind: 'unavailable', reason: 'too many look-ups are waiting', retryAfterMs: QUEUE_FULL_MS };
      }
      throw error;
    }
  }

  return {
    async ready() {
      const pause = paused();
      if (pause !== null) return pause;
      const reading = await tokens.get();
      return reading.ok ? (paused() ?? { ok: true }) : reading;
    },

    async initiate(initiation) {
      const pause = paused();
      if (pause !== null) return { kind: 'not-sent', code: pause.code, reason: pause.reason };
      const call = requests.initiate(initiation);
      if (call === undefined) return { kind: 'not-sent', code: 'request_refused', reason: 'not a request of section 2.2' };
      const result = await authorized('initiate', call);
      const outcome = 'reply' in result ? readInitiation(result.reply) : { kind: 'not-sent' as const, ...result.failure };
      if (outcome.kind !== 'not-sent') return outcome;
      const { code, reason } = outcome;
      if (!result.refused) return { kind: 'not-sent', code, reason };
      // The second request did not leave, but the first did, and was refused.
      return { kind: 'refused', code, reason, retryAfterMs: 'failure' in result ? result.failure.retryAfterMs : null };
    },

    async status(serverCorrelationId) {
      return lookUp('status', requests.status(serverCorrelationId, randomUUID()), (reply) => readStatus(reply, serverCorrelationId));
    },

    async details(transactionId) {
      return lookUp('details', requests.details(transactionId, randomUUID()), readDetails);
    },

    close: http.close,
  };
}
