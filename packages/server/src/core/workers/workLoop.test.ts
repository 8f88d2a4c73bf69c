import { afterEach, expect, it, vi } from 'vitest';
import { createWorkLoop } from './workLoop.ts';

const NEVER = 1_000_000;

let rounds: ReturnType<typeof createWorkLoop> | undefined;
afterEach(() => rounds?.stop());

/** WorkLoop that each wait to be let go. */
function heldRounds(delays: readonly number[]) {
  const begun: (() => void)[] = [];
  rounds = createWorkLoop(async () => {
    const delay = delays[begun.length] ?? NEVER;
    await new Promise<void>((resolve) => begun.push(resolve));
    return delay;
  });
  rounds.start();
  return { begun, rounds };
}

it('a round that is requested while another runs is not delayed by its result', async () => {
  const { begun, rounds: held } = heldRounds([NEVER]);
  await vi.waitFor(() => expect(begun).toHaveLength(1));
  held.runWithin(0);
  begun[0]?.();
  await vi.waitFor(() => expect(begun).toHaveLength(2));
  begun[1]?.();
});

it('rounds run one at a time, and none after the stop', async () => {
  const { begun, rounds: held } = heldRounds([]);
  await vi.waitFor(() => expect(begun).toHaveLength(1));
  held.runWithin(0);
  let stopped = false;
  const stopping = held.stop().then(() => {
    stopped = true;
  });
  await new Promise(setImmediate);
  expect(stopped).toBe(false);
  begun[0]?.();
  await stopping;
  held.runWithin(0);
  await new Promise(setImmediate);
  expect(begun).toHaveLength(1);
});
