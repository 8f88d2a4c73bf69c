import { setTimeout as sleep } from 'node:timers/promises';
import { BUSINESS_ERRORS, findBusinessError } from '../operator/businessErrors.ts';
import { buildBusinessError, buildErrorForStatus, buildThrottledResponse } from '../operator/errorResponses.ts';
import type { RequestRule } from '../operator/faultRules.ts';
import type { ServiceResponse } from '../operator/serviceResponse.ts';
import type { ServiceContext } from './context.ts';

/** The outcome of a request: a response, no response (`hang`), or a reset connection (`reset`). */
export type Outcome = ServiceResponse | 'hang' | 'reset';

/**
 * Handles a request under a fault rule, if one applies.
 *
 * An `accept-then-…` fault replaces the response only if the service accepted the request. An error response is sent
 * unchanged.
 *
 * @param handle does the service's work and returns its response
 */
export async function applyFault(
  fault: RequestRule | undefined,
  handle: () => Promise<ServiceResponse>,
  context: Pick<ServiceContext, 'settings' | 'tokens' | 'closing'>,
): Promise<Outcome> {
  const value = typeof fault?.value === 'number' ? fault.value : undefined;
  switch (fault?.do) {
    case undefined:
    // The transaction processor, the status endpoint and the details apply these.
    case 'fail-later':
    case 'success-without-reference':
    case 'other-amount':
      return handle();
    case 'hang':
    case 'reset':
      return fault.do;
    case 'status':
      return buildErrorForStatus(context.settings, value ?? 500);
    case 'business-error':
      return buildBusinessError(context.settings, findBusinessError(fault.value) ?? BUSINESS_ERRORS.genericError);
    case 'throttle':
      return buildThrottledResponse(context.settings, value ?? 1);
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
      return replaceIfAccepted(await handle(), buildErrorForStatus(context.settings, value ?? 500));
  }
}

function replaceIfAccepted(response: ServiceResponse, replacement: Outcome): Outcome {
  return response.status < 300 ? replacement : response;
}
