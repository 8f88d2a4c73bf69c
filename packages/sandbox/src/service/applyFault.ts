import { setTimeout as sleep } from 'node:timers/promises';
import type { AccessTokens } from '../accessTokens.ts';
import { buildErrorForStatus, buildThrottledResponse } from '../errorResponses.ts';
import type { RequestRule } from '../faultRules.ts';
import type { Dialect } from '../page/views.ts';
import type { ServiceResponse } from '../serviceResponse.ts';

/** The outcome of a request: a response, no response (`hang`), or a reset connection (`reset`). */
export type Outcome = ServiceResponse | 'hang' | 'reset';

/** What the faults need besides the request. */
export interface FaultContext {
  readonly dialect: Dialect;
  readonly tokens: AccessTokens;
  /** Aborted when the sandbox closes. Ends delays. */
  readonly closing: AbortSignal;
}

/**
 * Handles a request under a fault rule, if one applies.
 *
 * An `accept-then-…` fault replaces the response only if the service accepted the request. An error response is sent unchanged.
 *
 * @param handle does the service's work and returns its response
 */
export async function applyFault(
  fault: RequestRule | undefined,
  handle: () => Promise<ServiceResponse>,
  context: FaultContext,
): Promise<Outcome> {
  const value = fault?.value;
  switch (fault?.do) {
    case undefined:
      return handle();
    case 'hang':
    case 'reset':
      return fault.do;
    case 'status':
      return buildErrorForStatus(context.dialect, value ?? 500);
    case 'throttle':
      return buildThrottledResponse(context.dialect, value ?? 1);
    case 'garbage':
      return { status: 200, text: '<html><body>{"status":"pend' };
    case 'expire-token':
      context.tokens.revokeAll();
      return handle();
    case 'delay': {
      const isDue = await sleep(value ?? 0, true, { signal: context.closing }).catch(() => false);
      return isDue ? handle() : 'hang';
    }
    case 'accept-then-hang':
      return replaceIfAccepted(await handle(), 'hang');
    case 'accept-then-reset':
      return replaceIfAccepted(await handle(), 'reset');
    case 'accept-then-status':
      return replaceIfAccepted(await handle(), buildErrorForStatus(context.dialect, value ?? 500));
  }
}

function replaceIfAccepted(response: ServiceResponse, replacement: Outcome): Outcome {
  return response.status < 300 ? replacement : response;
}
