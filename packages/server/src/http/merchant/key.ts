import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Secret } from '../../secret.ts';
import { bearerOf } from '../body.ts';
import type { AddressOf } from '../clientAddress.ts';
import { ProblemError } from '../problem.ts';

/** So many wrong keys from one address are answered 401 at once; after them one in each such time, ms, and the others 429. */
const FREE_FAILURES = 10;
const FAILURE_INTERVAL_MS = 30_000;
/** Addresses remembered; the one whose last failure is the longest ago leaves first. */
const MAX_ADDRESSES = 10_000;

/**
 * Lets those with the merchant's key through, and counts wrong keys for each address.
 *
 * The right key is never refused: a stranger behind the same proxy or carrier could lock the merchant out by wrong ones. So the count
 * does not keep anybody from guessing. The key's length does, and the count tells a script that goes on by mistake to stop.
 * The right key takes nothing off the count either: a stranger whose tries it sets back to zero would have them without end.
 */
export function merchantsOnly(key: Secret | null, addressOf: AddressOf): RequestHandler {
  const wanted = key === null ? undefined : digest(key.reveal());
  const failures = countFailures();

  return (request, response, next) => {
    if (wanted === undefined) throw new ProblemError('merchant_api_off');
    response.set('Cache-Control', 'no-store');
    const given = bearerOf(request);
    // Who sends none is not let in, even where a host's settings hold an empty one.
    if (given !== undefined && timingSafeEqual(digest(given), wanted)) {
      next();
      return;
    }
    const retryAfterMs = failures.add(addressOf(request));
    if (retryAfterMs > 0) throw new ProblemError('key_attempts_exhausted', { retryAfterMs });
    throw new ProblemError('merchant_key_invalid');
  };
}

/** Counts by the monotonic clock: a clock that is put right neither frees nor holds anybody. */
function countFailures() {
  /** When an address will have nothing counted against it any more. */
  const clearAt = new Map<string, number>();
  return {
    /** Counts one, unless there are too many; then it says after how many ms the next one counts. */
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
