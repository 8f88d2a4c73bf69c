import { BrokenCircuitError } from 'cockatiel';
import { afterEach, expect, test, vi } from 'vitest';
import { testClock } from '../../test/support/operatorFixture.ts';
import { createBreaker } from './breaker.ts';

afterEach(() => vi.restoreAllMocks());

function broken() {
  const clock = testClock();
  const onOpen = vi.fn();
  const breaker = createBreaker<string>({ failuresInARow: 2, openMs: 10_000, clock, isFailure: (result) => result === 'bad', onOpen });
  return { breaker, clock, onOpen, run: (result: string) => breaker.execute(async () => result) };
}

test('it opens after failures in a row, for so long, and a success closes it', async () => {
  const { breaker, clock, onOpen, run } = broken();
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

test('one call tries; the others are told to wait meanwhile', async () => {
  const { breaker, clock, run } = broken();
  for (const result of ['bad', 'bad']) await run(result);
  clock.advance(10_000);
  const trying = run('good');
  expect(breaker.blockedFor()).toBeGreaterThan(0);
  await trying;
  expect(breaker.blockedFor()).toBe(0);
});

test('a wall clock set back by an hour does not keep it open for an hour', async () => {
  const { clock, run } = broken();
  for (const result of ['bad', 'bad']) await run(result);
  const wall = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(wall - 3_600_000);
  clock.advance(10_000);
  expect(await run('good')).toBe('good');
});
