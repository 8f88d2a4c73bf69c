import { expect, it, onTestFinished } from 'vitest';
import { type SimulatedProcess, VirtualTime } from './virtualTime.ts';

const START = Date.parse('2026-01-01T00:00:00Z');

it('a dead process runs nothing more, and a process that hangs runs it later', async () => {
  const time = new VirtualTime(START, 1);
  onTestFinished(time.install());
  const process: SimulatedProcess = { name: '0', isDead: false, hangsUntil: 0 };
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
