import { includesScope, type LadderScope, type Scope } from '@tsena/shared/merchant';
import type { Response } from 'express';
import type { Doer } from '../doer.ts';
import { ProblemError } from '../problemError.ts';
import { maskAddress } from './clients/clientAddress.ts';

/** The key of a request: its name, which the history records, and what it may do. */
export interface Caller {
  /** Null for MERCHANT_API_KEY. */
  readonly keyId: string | null;
  readonly name: string;
  readonly scope: Scope;
}

const callers = new WeakMap<Response, Caller & Doer>();

/**
 * Remembers whose request this is.
 *
 * @param address as an AddressReader gives it
 */
export function setCaller(response: Response, caller: Caller, address: string): void {
  callers.set(response, { ...caller, address: maskAddress(address) });
}

/** The key of this request. */
export function callerOf(response: Response): Caller & Doer {
  const caller = callers.get(response);
  if (caller === undefined) throw new TypeError('The route is not behind the key check.');
  return caller;
}

/** @throws ProblemError if the key of this request may not do what needs `scope`, or what a key of the counter may do too */
export function requireScope(response: Response, scope: LadderScope, isOfCounter = false): void {
  const own = callerOf(response).scope;
  if (!includesScope(own, scope) && !(isOfCounter && own === 'counter')) throw new ProblemError('scope_insufficient');
}
