import { tokenScope } from '@tsena/shared/operator';
import type { FixedSettings, ReadCurrent } from '../../config/settings.ts';
import type { Log } from '../../log/log.ts';
import type { Clock } from '../../time/clock.ts';
import type { InitiationOutcome, RepeatedAfter } from '../rules/operatorAnswers.ts';
import { type AuthorizedRequests, createAuthorizedRequests, type ObservedCall } from './authorizedRequests.ts';
import { type Budget, type BudgetedLookups, createBudget } from './budget.ts';
import { type Call, createOperatorHttp, type OperatorHttp } from './http.ts';
import { createLookups, type LookupBounds, type Lookups } from './lookups.ts';
import { readInitiation } from './outcome.ts';
import { createPace } from './pace.ts';
import { createRequests, type Initiation } from './requests.ts';
import type { TokenFailure, TokenStore } from './tokenCache.ts';

export type { ObservedCall } from './authorizedRequests.ts';
export type { Initiation } from './requests.ts';

/**
 * The client of the operator's service. It does not throw: each call returns an outcome. `status` and `details` are for
 * payments of ours: their checks, refreshes and resolutions.
 */
export interface Operator extends Lookups {
  /** Whether there is a token, and no pause. Sends at most a token request, and waits for no pause. */
  hasToken(): Promise<{ readonly ok: true } | TokenFailure>;
  /**
   * Waits until an initiation can be sent: there is a token, and its turn has come. The failure says why it cannot
   * wait.
   */
  ready(): Promise<{ readonly ok: true } | TokenFailure>;
  /** Whether this process knows already that an initiation can be sent at once. Sends nothing. */
  isReady(): boolean;
  /** How long an initiation that comes behind these would wait for its turn after a 429, ms; 0: it leaves at once. */
  turnInMs(others: number): number;
  /**
   * Sends the initiation once (section 4.3). Sends it again only after an answer that refused it for certain and may
   * not repeat itself: a 401, mmErrorCode 4002, and a 429 whose pause is short, each once.
   *
   * @param maySend asked right before each request, when there is a token; false: it is not sent, and an earlier
   *   refusal stands
   * @param openBefore asked after it: until when the first byte may leave, by `performance.now`, ms
   */
  initiate(initiation: Initiation, maySend?: MaySend, openBefore?: () => number): Promise<InitiationOutcome>;
  /** Lookups of references that the merchant checks or searches: neither these nor those of payments starve the other. */
  readonly merchant: Pick<Lookups, 'details'>;
  /** Lookups that strangers cause: what callbacks name, and references that shoppers submit. */
  readonly strangers: BudgetedLookups;
  /** Closes the connections. */
  close(): void;
}

/** Whether an initiation may be sent now, as the caller knows it: at once (null), or after it has waited. */
export type MaySend = (after: RepeatedAfter | null) => Promise<boolean>;

/** The cause of lookups: payments of ours, the merchant's checks, or strangers. Each has its own circuit breaker. */
type LookupCause = 'lookups' | 'merchant' | 'strangers';

/** A pause of `ms`: the operator answered 429, or lookups or token requests failed several times in a row. */
export interface ObservedPause {
  readonly cause: 'throttled' | LookupCause | 'tokens';
  readonly ms: number;
}

/** What {@link createOperator} takes. */
export interface OperatorOptions {
  readonly settings: FixedSettings;
  readonly current: ReadCurrent;
  /** The clock for waits within this process. */
  readonly clock: Clock;
  /** The clock for dates in the operator's answers. */
  readonly wallClock: Clock;
  readonly log: Log;
  readonly observe?: (call: ObservedCall) => void;
  readonly onPause?: (pause: ObservedPause) => void;
  readonly limits?: Partial<LookupBounds>;
  /** Aborted when the companion begins to stop: no initiation waits any more. Default: never. */
  readonly stopping?: AbortSignal;
  /** For tests: instead of waiting for a turn. */
  readonly sleep?: (ms: number) => Promise<void>;
  /** The store and the clock of a token that instances share; default: a token of this process. */
  readonly sharedToken?: { readonly store: TokenStore; readonly clock: Clock };
  /** For tests: sends the requests instead of HTTP. */
  readonly http?: OperatorHttp;
}

/** They protect the operator from too many requests. */
const LIMITS: LookupBounds = { atOnce: 8, waiting: 10_000, failuresInARow: 5, openMs: 10_000 };

/**
 * For all payments together. Fewer at once than the poller's slots, so that a slow operator leaves slots for status
 * checks.
 */
const STRANGERS: Budget = { atOnce: 8, burst: 100, perSecond: 20 };

/** A person waits for each of these: what does not start soon is not asked. */
const MERCHANT: Partial<LookupBounds> = { atOnce: 8, waiting: 64 };

/** When there was a token, the first request could no longer be sent. */
const NOT_SENT = {
  kind: 'not_sent',
  code: 'not_sent',
  reason: 'the companion paused or stopped before it sent the request',
} as const;

/** Sends an initiation, and again only after a 401. */
async function sendWithRenewal(
  { send, log }: { readonly send: AuthorizedRequests['initiation'] } & Pick<OperatorOptions, 'log'>,
  call: (token: string) => Call,
  maySend: MaySend | undefined,
  after: RepeatedAfter | null,
): Promise<InitiationOutcome> {
  let isAllowed = true;
  const result = await send(call, async (isRepeated) => {
    isAllowed = (await maySend?.(isRepeated ? '401' : after)) ?? true;
    return isAllowed;
  });
  const outcome = 'reply' in result ? readInitiation(result.reply) : { kind: 'not_sent' as const, ...result.failure };
  if (outcome.kind === 'accepted' && outcome.unexpectedStatus !== undefined) {
    const { serverCorrelationId, unexpectedStatus: status } = outcome;
    log.warn({ serverCorrelationId, status }, 'the operator accepted an initiation with another status than pending');
  }
  if (outcome.kind !== 'not_sent') return outcome;
  const { reason } = outcome;
  if (!result.refused) return isAllowed ? { kind: 'not_sent', code: outcome.code, reason } : NOT_SENT;
  // The second request was not sent, but the first one was, and refused: a code of an unsent request would be untrue.
  const code = outcome.code === 'not_sent' || outcome.code === 'operator_unreachable' ? 'operator_busy' : outcome.code;
  const retryAfterMs = 'failure' in result ? result.failure.retryAfterMs : null;
  return { kind: 'refused', code, reason, errorDateTime: null, isPassing: false, retryAfterMs };
}

/** Creates the client of the operator's service. */
export function createOperator(options: OperatorOptions): Operator {
  const { settings, current, clock, wallClock, log, observe, onPause, limits, sharedToken, stopping, sleep } = options;
  const bounds = { ...LIMITS, ...limits };
  const { failuresInARow, openMs } = bounds;
  const http = options.http ?? createOperatorHttp(settings.OPERATOR_BASE_URL, settings.OPERATOR_TIMEOUT_MS, wallClock);
  const requests = createRequests(settings, current);
  const pace = createPace({ clock, stopping: stopping ?? new AbortController().signal, sleep });
  const {
    initiation: send,
    lookup,
    paused,
    hasToken,
    ready,
    isReady,
  } = createAuthorizedRequests({
    http,
    tokenRequest: requests.token,
    scope: tokenScope(settings.OPERATOR_SERVICE),
    clock,
    pace,
    log,
    failuresInARow,
    openMs,
    sharedToken,
    onCall: (call) => observe?.(call),
    onPause: (cause, ms) => onPause?.({ cause, ms }),
  });

  function lookupsFor(cause: LookupCause, own: Partial<LookupBounds> = {}) {
    return createLookups({
      bounds: { ...bounds, ...own },
      clock,
      requests,
      authorized: lookup,
      paused,
      onOpen() {
        log.warn({ cause, openMs }, 'lookups fail; lookups of this cause pause');
        onPause?.({ cause, ms: openMs });
      },
    });
  }

  const own = lookupsFor('lookups');
  const merchant = lookupsFor('merchant', MERCHANT);
  const strangers = lookupsFor('strangers', { atOnce: STRANGERS.atOnce, waiting: 0 });

  return {
    hasToken,
    ready,
    isReady,
    turnInMs: pace.turnInMs,

    async initiate(initiation, maySend, openBefore = () => Number.POSITIVE_INFINITY) {
      const request = requests.initiate(initiation);
      if (request === undefined)
        return { kind: 'not_sent', code: 'request_refused', reason: 'not a request of section 2.2' };
      const call = (token: string): Call => ({ ...request(token), openBefore: openBefore() });
      // The pause began after its turn.
      const pause = paused();
      if (pause !== null && !(await pace.turn())) return { kind: 'not_sent', code: pause.code, reason: pause.reason };
      const first = await sendWithRenewal({ send, log }, call, maySend, pause === null ? null : '429');
      if (first.kind !== 'refused' || !first.isPassing || !(await pace.turn())) return first;
      const second = await sendWithRenewal(
        { send, log },
        call,
        maySend,
        first.code === 'operator_busy' ? '429' : '4002',
      );
      // If the second request was not sent, the refusal of the first stands.
      return second.kind === 'not_sent' ? first : second;
    },

    status: own.status,
    details: own.details,
    merchant,
    strangers: createBudget(strangers, STRANGERS, clock),
    close: http.close,
  };
}
