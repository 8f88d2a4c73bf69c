import { expect, it } from 'vitest';
import { waitUntil } from './waitUntil.ts';

it('waitUntil returns a violation that says what is missing after its time limit', async () => {
  const left = async () => '2 payments are pending';
  expect(await waitUntil('every payment is over', left, { withinMs: 20, everyMs: 5 })).toEqual([
    'every payment is over: not within 0.02 s, 2 payments are pending',
  ]);
});

it('waitUntil returns no violation if the condition becomes true', async () => {
  let asked = 0;
  const left = async () => {
    asked += 1;
    return asked < 3 ? 'one is pending' : undefined;
  };
  expect(await waitUntil('every payment is over', left, { withinMs: 60_000, everyMs: 1 })).toEqual([]);
  expect(asked).toBe(3);
});
