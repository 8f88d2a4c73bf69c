import { BrokenCircuitError } from 'cockatiel';
import { afterEach, expect, test, vi } from 'vitest';
import { testClock } from '../../test/support/operatorFixture.ts';
import { createBreaker } from './breaker.ts';

afterEach(() => vi.restoreAllMocks());

function setUp() {
  const clock = testClock();
  const onOpen = vi.fn();
  const breaker = createBreaker<string>({ failuresInARow: 2, openMs: 10_000, clock, isFailure: (result) => result === 'bad', onOpen });
  return { breaker, clock, onOpen, run: (result: string) => breaker.execute(async () => result) };
}

test('the circuit breaker opens after failures in a row for a fixed time, and a success closes it', async () => {
  const { breaker, clock, onOpen, run } = setUp();
  for (const result of ['bad', 'good', 'bad']) await run(result);
  expect(breaker.blockedFor()).toBe(0);
  await run('bad');
  expect(onOpen).toHaveBeenCalledTimes(1);
  expect(breaker.blockedFor()).toBe(10_000);
  await expect(run('good')).rejects.toThrow(BrokenCircuitError);

  clock.advance(10_000);
  expect(breaker.blockedFor()).toBe(0);
  expect(await run('bad')).toBe('bad');
  expect(breaker.blockedFor()).toBe(10_000);

  clock.advance(10_000);
  expect(await run('good')).toBe('good');
  expect(await run('bad')).toBe('bad');
  expect(breaker.blockedFor()).toBe(0);
});

test('the circuit breaker lets one call through as a test while the others wait', async () => {
  const { breaker, clock, run } = setUp();
  for (const result of ['bad', 'bad']) await run(result);
  clock.advance(10_000);
  const trying = run('good');
  expect(breaker.blockedFor()).toBeGreaterThan(0);
  await trying;
  expect(breaker.blockedFor()).toBe(0);
});

test('the circuit breaker closes in time although the wall clock is set back by an hour', async () => {
  const { clock, run } = setUp();
  for (const result of ['bad', 'bad']) await run(result);
  const wall = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(wall - 3_600_000);
  clock.advance(10_000);
  expect(await run('good')).toBe('good');
});
