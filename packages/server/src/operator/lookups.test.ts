import { expect, test } from 'vitest';
import { testClock, testSettings } from '../../test/support/operatorFixture.ts';
import { type Authorized, createLookups, type LookupOptions } from './lookups.ts';
import { createRequests } from './requests.ts';

const PENDING: Authorized = {
  refused: false,
  reply: { kind: 'answer', status: 200, body: { status: 'pending', serverCorrelationId: 'a-1' }, empty: false, retryAfterMs: null },
};

function lookupsWith(change: Partial<LookupOptions>) {
  const clock = testClock();
  const lookups = createLookups({
    bounds: { atOnce: 8, waiting: 100, failuresInARow: 2, openMs: 10_000 },
    clock,
    requests: createRequests(testSettings('http://127.0.0.1:1')),
    authorized: async () => PENDING,
    paused: () => null,
    onOpen: () => undefined,
    ...change,
  });
  return { lookups, clock };
}

test.each([
  [499, false],
  [500, true],
  [503, true],
])('an answer %i counts as a failure: %s', async (status, isFailure) => {
  const reply = { kind: 'answer', status, body: undefined, empty: true, retryAfterMs: null } as const;
  const { lookups } = lookupsWith({ authorized: async () => ({ refused: false, reply }) });
  for (let round = 0; round < 2; round += 1) await lookups.status('a-1');
  expect(lookups.blocked() !== null).toBe(isFailure);
});

test('a lookup during a pause does not wait behind those that are under way', async () => {
  let isPaused = false;
  const pause = { ok: false, code: 'operator_busy', reason: 'paused after a 429', retryAfterMs: 7000 } as const;
  const { lookups } = lookupsWith({
    bounds: { atOnce: 1, waiting: 100, failuresInARow: 2, openMs: 10_000 },
    authorized: () => new Promise(() => undefined),
    paused: () => (isPaused ? pause : null),
  });
  void lookups.status('a-1');
  isPaused = true;
  expect(await lookups.status('b-2')).toEqual({ kind: 'unavailable', reason: 'paused after a 429', retryAfterMs: 7000 });
});
