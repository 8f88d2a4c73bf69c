import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Clock } from '../../clock.ts';
import type { Secret } from '../../secret.ts';
import { bearerOf } from '../body.ts';
import { ProblemError } from '../problem.ts';

/** So many wrong keys in a row from one address are answered at once; each further one closes the door to it for a while, ms. */
const FREE_TRIES = 10;
const SHUT_FOR = 30_000;
/** Addresses remembered; the oldest leaves first. */
const MAX_ADDRESSES = 10_000;

interface Tries {
  wrong: number;
  shutUntil: number;
}

/** Lets those with the merchant's key through, and slows those who try keys. */
export function merchantsOnly(key: Secret | null, clock: Clock): RequestHandler {
  const wanted = key === null ? undefined : digest(key.reveal());
  const byAddress = new Map<string, Tries>();

  return (request, response, next) => {
    if (wanted === undefined) throw new ProblemError('merchant_api_off');
    response.set('Cache-Control', 'no-store');
    const address = request.ip ?? '';
    const tries = byAddress.get(address);
    const now = clock.now();
    const shutFor = (tries?.shutUntil ?? 0) - now;
    if (shutFor > 0 && shutFor <= SHUT_FOR) throw new ProblemError('merchant_key_tries', { retryAfterMs: shutFor });
    if (timingSafeEqual(digest(bearerOf(request) ?? ''), wanted)) {
      byAddress.delete(address);
      next();
      return;
    }
    const wrong = (tries?.wrong ?? 0) + 1;
    byAddress.delete(address);
    byAddress.set(address, { wrong, shutUntil: wrong >= FREE_TRIES ? now + SHUT_FOR : 0 });
    const oldest = byAddress.keys().next();
    if (byAddress.size > MAX_ADDRESSES && oldest.done !== true) byAddress.delete(oldest.value);
    throw new ProblemError('merchant_key_invalid');
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
