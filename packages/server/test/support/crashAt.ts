import { freePort } from '@tsena/testkit/port';
import { expect } from 'vitest';
import type { Step } from '../../src/core/payments/steps.ts';
import { startProcess } from './process.ts';
import type { Stack } from './stack.ts';

/**
 * Has a process in place of a stack's companion, at a port of its own, which kills itself at a step (when it reaches it
 * the `occurrence`-th time) while `act` asks it for something. Then the stack's companion starts again.
 */
export async function crashAt(
  stack: Stack,
  step: Step,
  act: (url: string) => Promise<Response>,
  occurrence = 1,
): Promise<void> {
  await stack.served.stop();
  const port = String(await freePort());
  const crashing = startProcess({ ...stack.env, PORT: port, CRASH_AT: step, CRASH_ON: String(occurrence) });
  await crashing.ready;
  await expect(act(`http://127.0.0.1:${port}`)).rejects.toThrow();
  expect(await crashing.ended).toBe('SIGKILL');
  await stack.restart();
}
