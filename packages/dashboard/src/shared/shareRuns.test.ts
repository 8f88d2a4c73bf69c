import { expect, it } from 'vitest';
import { shareRuns } from './shareRuns.ts';

it('calls during a run share the one that follows it, also if the run fails', async () => {
  const runs: { succeed(): void; fail(): void }[] = [];
  const refresh = shareRuns(
    () =>
      new Promise((resolve, reject) =>
        runs.push({ succeed: () => resolve(), fail: () => reject(new Error('no answer')) }),
      ),
  );
  const first = refresh();
  const others = [refresh(), refresh()];
  expect(runs).toHaveLength(1);
  runs[0]?.fail();
  await expect(first).rejects.toThrow('no answer');
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.succeed();
  await Promise.all(others);
  expect(runs).toHaveLength(2);
});
