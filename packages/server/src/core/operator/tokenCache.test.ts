import { expect, test } from 'vitest';
import { testClock } from '../../../test/support/operatorFixture.ts';
import { createTokenCache, type FetchedToken, type TokenFailure } from './tokenCache.ts';

const HOUR = 3_600_000;
const DOWN: TokenFailure = { ok: false, code: 'operator_unreachable', reason: 'down', retryAfterMs: null };

/**
 * A cache, and a token endpoint that answers what is in `script`, else `token-1`, `token-2` …, each valid for an hour.
 */
function endpoint(lifetimeMs = HOUR) {
  const script: FetchedToken[] = [];
  const clock = testClock();
  let fetches = 0;
  let atOnce = 0;
  let mostAtOnce = 0;
  const fetchToken = async (): Promise<FetchedToken> => {
    fetches += 1;
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    const number = fetches;
    await new Promise((resolve) => setImmediate(resolve));
    atOnce -= 1;
    return script.shift() ?? { ok: true, token: `token-${number}`, lifetimeMs };
  };
  const cache = createTokenCache(fetchToken, clock);
  return { script, clock, fetchToken, cache, fetches: () => fetches, mostAtOnce: () => mostAtOnce };
}

const token = (number: number) => ({ ok: true, token: `token-${number}` });

test('the token cache sends one request for 50 callers at once', async () => {
  const { cache, fetches } = endpoint();
  const readings = await Promise.all(Array.from({ length: 50 }, () => cache.get()));
  expect(new Set(readings.map((reading) => reading.ok && reading.token))).toEqual(new Set(['token-1']));
  expect(fetches()).toBe(1);
});

test.each([
  ['60 s before it expires', HOUR, HOUR - 60_000],
  ['when a tenth of a short lifetime is left', 10_000, 9_000],
])('the token cache renews a token %s', async (_when, lifetimeMs, renewAfterMs) => {
  const { cache, clock } = endpoint(lifetimeMs);
  await cache.get();
  clock.advance(renewAfterMs - 1);
  expect(await cache.get()).toEqual(token(1));
  clock.advance(1);
  expect(await cache.get()).toEqual(token(2));
});

test('the token cache holds a token that it has returned until it must be renewed', async () => {
  const { cache, clock } = endpoint();
  expect(cache.isHeld()).toBe(false);
  await cache.get();
  await cache.get();
  expect(cache.isHeld()).toBe(true);
  clock.advance(HOUR - 60_000);
  expect(cache.isHeld()).toBe(false);
});

test('the token cache holds no token that the operator refused, also if it gets no other one', async () => {
  const { cache, script } = endpoint();
  await cache.get();
  await cache.get();
  script.push(DOWN);
  const renewing = cache.renew('token-1');
  await cache.get();
  expect(cache.isHeld()).toBe(false);
  expect(await renewing).toEqual(DOWN);
  expect(cache.isHeld()).toBe(false);
});

test('the token cache returns the old token until it expires if the renewal fails', async () => {
  const { cache, clock, script } = endpoint();
  await cache.get();
  script.push(DOWN, DOWN, DOWN);
  clock.advance(HOUR - 60_000);
  for (let renewal = 0; renewal < 2; renewal += 1) expect(await cache.get()).toEqual(token(1));
  clock.advance(60_000);
  expect(await cache.get()).toEqual(DOWN);
  expect(await cache.get()).toEqual(token(5));
});

test('the token cache renews a refused token once for all callers', async () => {
  const { cache, fetches, mostAtOnce } = endpoint();
  await cache.get();
  const readings = await Promise.all(Array.from({ length: 50 }, () => cache.renew('token-1')));
  for (const reading of readings) expect(reading).toEqual(token(2));
  expect(await cache.renew('token-1')).toEqual(token(2));
  expect(fetches()).toBe(2);
  expect(mostAtOnce()).toBe(1);
});

test('the token cache never returns a refused token again', async () => {
  const { cache, script } = endpoint();
  await cache.get();
  script.push(DOWN);
  expect(await cache.renew('token-1')).toEqual(DOWN);
  expect(await cache.get()).toEqual(token(3));
});

test('renew does not return the failed token, also if another caller fetches one', async () => {
  const { cache, clock } = endpoint();
  await cache.get();
  clock.advance(HOUR);
  const [first, second] = await Promise.all([cache.get(), cache.renew('token-2')]);
  expect(first).toEqual(token(2));
  expect(second).toEqual(token(3));
});

test('the token cache returns a failure or the fetched token if its store fails', async () => {
  const { fetchToken, clock } = endpoint();
  const broken = () => Promise.reject(new Error('0343500003'));
  const mute = createTokenCache(fetchToken, clock, { read: broken, update: broken });
  expect(await mute.get()).toEqual({ ...DOWN, code: 'not_sent', reason: 'the token store failed (Error)' });

  const silent = createTokenCache(fetchToken, clock, { read: async () => null, update: async () => undefined });
  expect(await silent.get()).toEqual({ ...DOWN, code: 'not_sent', reason: 'the token store failed (no answer)' });

  const forgetful = createTokenCache(fetchToken, clock, {
    read: async () => null,
    async update(change) {
      await change(null);
      throw new Error('disk full');
    },
  });
  expect(await forgetful.get()).toEqual(token(1));
});
