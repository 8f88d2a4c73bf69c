import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { type SimulatedProcess, VirtualTime } from './virtualTime.ts';

const START = Date.parse('2026-01-01T00:00:00Z');
let uninstall: (() => void) | undefined;
afterEach(() => uninstall?.());

function start(): { time: VirtualTime; process: SimulatedProcess } {
  const time = new VirtualTime(START, 1);
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
