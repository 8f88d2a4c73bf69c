import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testClock } from '../../../test/support/operatorFixture.ts';
import { createPace } from './pace.ts';

/** A pace whose waiting is the clock's advance. */
function startPace() {
  const stopping = new AbortController().signal;
  const clock = testClock(0);
  const sleep = async (ms: number) => {
    await nextTurn();
    clock.advance(ms);
  };
  const pace = createPace({ clock, stopping, sleep });
  return { pace, clock };
}

/** When so many initiations leave that come now; `isAccepted`: the operator accepts each at once. */
async function leave(
  { pace, clock }: ReturnType<typeof startPace>,
  count: number,
  isAccepted: boolean,
): Promise<number[]> {
  const times: number[] = [];
  const one = async () => {
    if (!(await pace.turn())) return;
    times.push(Math.round(clock.now()));
    if (isAccepted) pace.accepted();
  };
  await Promise.all(Array.from({ length: count }, one));
  return times;
}

test('initiations leave at once until the operator answers 429', async () => {
  const world = startPace();
  expect([world.pace.isFree(), world.pace.turnInMs(1000)]).toEqual([true, 0]);
  expect(await leave(world, 3, false)).toEqual([0, 0, 0]);
});

test('after a pause initiations leave 100 ms apart, and each accepted one shortens the gap by a twentieth', async () => {
  const world = startPace();
  world.pace.pause(1000);
  expect(await leave(world, 5, true)).toEqual([1000, 1100, 1195, 1285, 1371]);
  expect(world.pace.isFree()).toBe(false);
});

test('the gap ends once it is shorter than 5 ms', async () => {
  const world = startPace();
  world.pace.pause(1000);
  await leave(world, 1, false);
  for (let accepted = 0; accepted < 58; accepted += 1) world.pace.accepted();
  expect(world.pace.isFree()).toBe(false);
  world.pace.accepted();
  expect(world.pace.isFree()).toBe(true);
});

test('each further pause doubles the gap, up to 400 ms; a 429 within a pause does not', async () => {
  const world = startPace();
  const gaps: number[] = [];
  for (let pause = 0; pause < 4; pause += 1) {
    world.pace.pause(1000);
    world.pace.pause(1000);
    const [first = 0, second = 0] = await leave(world, 2, false);
    gaps.push(second - first);
  }
  expect(gaps).toEqual([100, 200, 400, 400]);
});

test('the time until the turn counts those that wait', async () => {
  const { pace } = startPace();
  pace.pause(2000);
  expect([pace.turnInMs(), pace.turnInMs(7)]).toEqual([2000, 2700]);
});

test('an initiation waits ten seconds in all, however many pauses there are', async () => {
  const world = startPace();
  world.pace.pause(10_001);
  expect(await world.pace.turn()).toBe(false);
  world.clock.advance(1);
  expect(await world.pace.turn()).toBe(true);

  const longer = startPace();
  longer.pace.pause(1000);
  expect(await leave(longer, 200, false)).toHaveLength(91);
});

test('nothing waits any more once the companion stops', async () => {
  const stop = new AbortController();
  const clock = testClock(0);
  const pace = createPace({ clock, stopping: stop.signal });
  pace.pause(9000);
  const turns = Promise.all([pace.turn(), pace.turn()]);
  stop.abort();
  expect(await turns).toEqual([true, true]);
});
