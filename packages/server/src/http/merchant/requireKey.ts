import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Secret } from '../../config/secret.ts';
import { readBearerToken } from '../body.ts';
import type { AddressReader } from '../clientAddress.ts';
import { ProblemError } from '../problem.ts';
import { OWNER, setCaller } from './caller.ts';

/** After so many wrong keys from an address, one per interval is answered 401 and the others 429. */
const FREE_FAILURES = 10;
const FAILURE_INTERVAL_MS = 30_000;
/** How many addresses are remembered. The one with the oldest last failure is removed first. */
const MAX_ADDRESSES = 10_000;

/**
 * Passes requests with the merchant's key on, and counts wrong keys for each address.
 *
 * The right key is always accepted: otherwise a stranger behind the same proxy or carrier could lock the merchant out with wrong keys.
 * The key's length prevents guessing; the count stops a script with a mistake. The right key does not reset the count: a stranger behind
 * the same address would get unlimited attempts.
 */
export function requireMerchantKey(key: Secret | null, addressOf: AddressReader): RequestHandler {
  const expected = key === null ? undefined : digest(key.reveal());
  const failures = countFailures();

  return (request, response, next) => {
    if (expected === undefined) throw new ProblemError('merchant_api_off');
    response.set('Cache-Control', 'no-store');
    const given = readBearerToken(request);
    // A request without a key is refused, even if the host app's settings hold an empty one.
    if (given !== undefined && timingSafeEqual(digest(given), expected)) {
      setCaller(response, { name: OWNER, scope: 'admin' });
      next();
      return;
    }
    const retryAfterMs = failures.add(addressOf(request));
    if (retryAfterMs > 0) throw new ProblemError('key_attempts_exhausted', { retryAfterMs });
    throw new ProblemError('merchant_key_invalid');
  };
}

/** Counts by the monotonic clock, so that a correction of the wall clock has no effect. */
function countFailures() {
  /** For each address, when its count is zero again. */
  const clearAt = new Map<string, number>();
  return {
    /** Counts a failure and returns 0. If there are too many, it returns the ms until the next one is counted. */
    add(address: string): number {
      const now = performance.now();
      const next = Math.max(clearAt.get(address) ?? now, now) + FAILURE_INTERVAL_MS;
      const excess = next - now - FREE_FAILURES * FAILURE_INTERVAL_MS;
      if (excess > 0) return excess;
      clearAt.delete(address);
      clearAt.set(address, next);
      const oldest = clearAt.keys().next();
      if (clearAt.size > MAX_ADDRESSES && oldest.done !== true) clearAt.delete(oldest.value);
      return 0;
    },
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
