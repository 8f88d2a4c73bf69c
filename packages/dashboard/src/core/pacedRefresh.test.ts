import { expect, it, vi } from 'vitest';
import { paceRefresh } from './pacedRefresh.ts';

it('paceRefresh refreshes at once, and once more for all calls during a refresh', async () => {
  let finish = () => {};
  const first = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const refresh = vi.fn(() => (refresh.mock.calls.length === 1 ? first : Promise.resolve()));
  const call = paceRefresh(refresh);
  call();
  expect(refresh).toHaveBeenCalledTimes(1);
  call();
  call();
  expect(refresh).toHaveBeenCalledTimes(1);
  finish();
  await vi.waitFor(() => expect(refresh).toHaveBeenCalledTimes(2));
});
