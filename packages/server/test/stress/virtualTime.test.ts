import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { type SimulatedProcess, VirtualTime } from './virtualTime.ts';

const START = Date.parse('2026-01-01T00:00:00Z');
let uninstall: (() => void) | undefined;

afterEach(() => uninstall?.());

function start(seed = 1): { time: VirtualTime; process: SimulatedProcess } {
  const time = new VirtualTime(START, seed);
  uninstall = time.install();
  return { time, process: { name: '0', isDead: false, hangsUntil: 0 } };
}

it('timers and clocks of a process follow the virtual time', async () => {
  const { time, process } = start();
  // Something is always due, so the time does not jump.
  time.nextDue = () => START;
  const seen: number[] = [];
  time.plan(
    0,
    async () => {
      setTimeout(() => seen.push(Date.now() - START), 40_000);
      await sleep(500);
      seen.push(Date.now() - START);
      const interval = setInterval(() => seen.push(Date.now() - START), 5000);
      await sleep(12_000);
      clearInterval(interval);
    },
    process,
  );
  await time.runUntil(START + 60_000);
  expect(seen).toEqual([500, 5500, 10_500, 40_000]);
});

it('random numbers of a process come from the seed', async () => {
  const draw = async (seed: number) => {
    const { time, process } = start(seed);
    const drawn: unknown[] = [];
    time.plan(0, () => drawn.push(Math.random(), randomUUID(), randomBytes(4).toString('hex')), process);
    await time.runUntil(START);
    uninstall?.();
    return drawn;
  };
  expect(await draw(5)).toEqual(await draw(5));
  expect(await draw(5)).not.toEqual(await draw(6));
});

it('a dead process runs nothing any more, and one that hangs runs it later', async () => {
  const { time, process } = start();
  const other: SimulatedProcess = { name: '1', isDead: false, hangsUntil: START + 9000 };
  const seen: string[] = [];
  time.plan(1000, () => seen.push('dead'), process);
  time.plan(1000, () => seen.push(`hung until ${time.now - START}`), other);
  time.plan(500, () => {
    process.isDead = true;
  });
  await time.runUntil(START + 10_000);
  expect(seen).toEqual(['hung until 9000']);
});

it('the time jumps while only loops wait, up to what is due', async () => {
  const { time, process } = start();
  time.nextDue = () => START + 50_000;
  let rounds = 0;
  const loop = () => {
    rounds += 1;
    setTimeout(loop, 1000);
  };
  time.plan(0, loop, process);
  await time.runUntil(START + 50_000);
  expect(time.now).toBe(START + 50_000);
  expect(rounds).toBeLessThan(5);
});

it('the real clock and timers are back afterwards', () => {
  start();
  const before = Date.now();
  expect(before).toBeGreaterThan(START);
  uninstall?.();
  expect(Object.hasOwn(performance, 'now')).toBe(false);
  expect(setTimeout.name).toBe('setTimeout');
});
