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

test('the circuit breaker closes in time, also if the wall clock is set back', async () => {
  const { clock, run } = setUp();
  for (const result of ['bad', 'bad']) await run(result);
  const wall = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(wall - 3_600_000);
  clock.advance(10_000);
  expect(await run('good')).toBe('good');
});
