import type { Scope } from '@tsena/shared/merchant';
import type { Response } from 'express';

/** The key of a request: its name, which the history records, and what it may do. */
export interface Caller {
  readonly name: string;
  readonly scope: Scope;
}

/** The name of MERCHANT_API_KEY, the owner's key. */
export const OWNER = 'owner';

const callers = new WeakMap<Response, Caller>();

/** Remembers whose request this is. */
export function setCaller(response: Response, caller: Caller): void {
  callers.set(response, caller);
}

/** The key of this request. */
export function callerOf(response: Response): Caller {
  const caller = callers.get(response);
  if (caller === undefined) throw new TypeError('The route is not behind the key check.');
  return { name: caller.name, scope: caller.scope };
}
