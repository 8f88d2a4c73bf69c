import { randomUUID } from 'node:crypto';
import { BulkheadRejectedError, bulkhead } from 'cockatiel';
import type { Clock } from '../../time/clock.ts';
import type { DetailsOutcome, StatusOutcome, Unavailable } from '../rules/operatorAnswers.ts';
import { createBreaker } from './breaker.ts';
import type { Call } from './http.ts';
import { type Reply, readDetails, readStatus } from './outcome.ts';
import type { Lookup } from './refusedLookups.ts';
import type { Requests } from './requests.ts';
import type { TokenFailure } from './tokenCache.ts';

/** Reads of a payment's status or a transaction's details. They change nothing at the operator, and do not throw. */
export interface Lookups {
  /** The status of a payment (section 4.5). */
  status(serverCorrelationId: string): Promise<StatusOutcome>;
  /** A transaction's details (section 4.4). */
  details(transactionId: string): Promise<DetailsOutcome>;
}

/**
 * The reply to a request with a token, or why there is no token. `refused`: the operator answered 401 to an earlier
 * token.
 */
export type Authorized = { readonly refused: boolean } & (
  | { readonly reply: Reply }
  | { readonly failure: TokenFailure }
);

/** How many lookups run at once, how many wait, and how many failures in a row stop them. */
export interface LookupBounds {
  readonly atOnce: number;
  readonly waiting: number;
  readonly failuresInARow: number;
  readonly openMs: number;
}

/** What {@link createLookups} takes. */
export interface LookupOptions {
  readonly bounds: LookupBounds;
  readonly clock: Clock;
  readonly requests: Requests;
  /** Sends a request with a token. */
  authorized(lookup: Lookup, call: (token: string) => Call): Promise<Authorized>;
  /** Why no request may be sent now, because the operator asked for a pause; null if one may. */
  paused(): TokenFailure | null;
  /** Called when failures in a row stop these lookups. */
  onOpen(openMs: number): void;
}

/** Lookups with their own bulkhead and circuit breaker. */
export interface GuardedLookups extends Lookups {
  /** Why no lookup may start now; null if one may. */
  blocked(): Unavailable | null;
}

const QUEUE_FULL_RETRY_MS = 5_000;

/** The operator did not answer the token request as it should. */
const NO_TOKEN: readonly string[] = ['operator_unreachable', 'not_sent'];

function isOutage(reply: Reply): boolean {
  return reply.kind !== 'answer' || reply.status >= 500;
}

/** Creates lookups that stop during pauses and after failures in a row. */
export function createLookups({ bounds, clock, requests, authorized, paused, onOpen }: LookupOptions): GuardedLookups {
  const slots = bulkhead(bounds.atOnce, bounds.waiting);
  const breaker = createBreaker<Authorized>({
    failuresInARow: bounds.failuresInARow,
    openMs: bounds.openMs,
    clock,
    isFailure: (result) => ('reply' in result ? isOutage(result.reply) : NO_TOKEN.includes(result.failure.code)),
    onOpen: () => onOpen(bounds.openMs),
  });

  function blocked(): Unavailable | null {
    const pause = paused();
    if (pause !== null) return { kind: 'unavailable', reason: pause.reason, retryAfterMs: pause.retryAfterMs };
    const openFor = breaker.blockedFor();
    return openFor > 0
      ? { kind: 'unavailable', reason: 'paused after failures in a row', retryAfterMs: openFor }
      : null;
  }

  async function lookup<Outcome>(
    operation: Lookup,
    call: (token: string) => Call,
    read: (reply: Reply) => Outcome,
  ): Promise<Outcome | Unavailable> {
    const refusal = blocked();
    if (refusal !== null) return refusal;
    try {
      return await slots.execute(async () => {
        // Checked again, because a pause may have begun while the lookup waited in the queue.
        const lateRefusal = blocked();
        if (lateRefusal !== null) return lateRefusal;
        const result = await breaker.execute(() => authorized(operation, call));
        if ('reply' in result) return read(result.reply);
        return { kind: 'unavailable', reason: result.failure.reason, retryAfterMs: result.failure.retryAfterMs };
      });
    } catch (error) {
      if (error instanceof BulkheadRejectedError) {
        return { kind: 'unavailable', reason: 'too many lookups are waiting', retryAfterMs: QUEUE_FULL_RETRY_MS };
      }
      throw error;
    }
  }

  return {
    blocked,
    status: (serverCorrelationId) =>
      lookup('status', requests.status(serverCorrelationId, randomUUID()), (reply) =>
        readStatus(reply, serverCorrelationId),
      ),
    details: (transactionId) => lookup('details', requests.details(transactionId, randomUUID()), readDetails),
  };
}
