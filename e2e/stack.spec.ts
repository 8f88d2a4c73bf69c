import { isFree } from '../scripts/ports.ts';
import { describeEnding } from '../scripts/service.ts';
import { expect, startFreshStack, test } from './stack.ts';

test('when one of the three processes dies, `start` names it and ends the others', async () => {
  const stack = await startFreshStack();
  try {
    process.kill(stack.companion.pid, 'SIGKILL');
    expect(describeEnding(await stack.ended)).toContain('The companion has ended (SIGKILL).');
  } finally {
    await stack.stop();
  }
  for (const { url } of [stack.sandbox, stack.companion, stack.shop])
    expect(await isFree(Number(new URL(url).port))).toBe(true);
});
