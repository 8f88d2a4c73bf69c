import { idempotencyKeySchema, includesScope, type LadderScope, type Scope } from '@tsena/shared/merchant';
import type { Request, Response } from 'express';
import { ProblemError } from '../../input/problemError.ts';
import { readInput } from '../../input/readInput.ts';
import { maskAddress } from './clients/clientAddress.ts';
import type { Doer } from './doer.ts';
import { fieldErrors } from './problem.ts';

/** The key of a request: its name, which the history records, and what it may do. */
export interface Caller extends Omit<Doer, 'address'> {
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

/**
 * @throws ProblemError if the key of this request may not do what needs `scope`, or what a key of the counter may do
 * too
 */
export function requireScope(response: Response, scope: LadderScope, isOfCounter = false): void {
  const own = callerOf(response).scope;
  if (!includesScope(own, scope) && !(isOfCounter && own === 'counter')) throw new ProblemError('scope_insufficient');
}

/** Who creates something, and by which value of the header `Idempotency-Key`. */
export interface Actor {
  readonly by: Doer;
  /**
   * `actor`: the merchant key, for whose prompts a limit counts. `key` is the merchant’s, whichever merchant key
   * repeats the request.
   */
  readonly idempotency?: { readonly actor: string; readonly key: string };
}

/**
 * The caller of a request, with its `Idempotency-Key` if it has one.
 *
 * @throws ProblemError if that is not 1 to 255 visible characters
 */
export function readActor(request: Request, response: Response): Actor {
  const by = callerOf(response);
  const header = request.get('idempotency-key');
  if (header === undefined) return { by };
  const key = readInput(idempotencyKeySchema, header);
  if (key.success) return { by, idempotency: { actor: by.keyId ?? by.name, key: key.data } };
  throw new ProblemError('invalid_request', {
    errors: fieldErrors(key.error).map(({ detail }) => ({ pointer: '/Idempotency-Key', detail })),
  });
}
