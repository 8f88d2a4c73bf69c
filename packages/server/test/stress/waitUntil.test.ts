import { expect, it } from 'vitest';
import { waitUntil } from './waitUntil.ts';

it('a wait of a proof that runs out is a violation, and says what is missing', async () => {
  const left = async () => '2 payments are pending';
  expect(await waitUntil('every payment is over', left, { withinMs: 20, everyMs: 5 })).toEqual([
    'every payment is over: not within 0.02 s, 2 payments are pending',
  ]);
});

it('a wait of a proof that ends is none', async () => {
  let asked = 0;
  const left = async () => {
    asked += 1;
    return asked < 3 ? 'one is pending' : undefined;
  };
  expect(await waitUntil('every payment is over', left, { withinMs: 60_000, everyMs: 1 })).toEqual([]);
  expect(asked).toBe(3);
});
