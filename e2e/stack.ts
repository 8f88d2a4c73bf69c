import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { findFreePorts } from '../scripts/ports.ts';
import { type Stack, startStack } from '../scripts/stack.ts';

/** Starts sandbox, companion and shop on free ports, with a fresh database. Stop it when done. */
export async function startFreshStack(companionSettings: Readonly<Record<string, string>> = {}): Promise<Stack> {
  const directory = await mkdtemp(join(tmpdir(), 'tsena-e2e-'));
  const [sandbox = 0, companion = 0, shop = 0] = await findFreePorts(3);
  const remove = () => rm(directory, { recursive: true, force: true });
  try {
    const stack = await startStack({ ports: { sandbox, companion, shop }, directory, companionSettings });
    const stop = async () => {
      await stack.stop();
      await remove();
    };
    return { ...stack, stop };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Playwright's test, with sandbox, companion and shop running from their built files: one stack for each worker. */
export const test = base.extend<object, { stack: Stack }>({
  stack: [
    async ({ browserName: _ }, use) => {
      // Every test pays from the same number, and all come from one address.
      const stack = await startFreshStack({ LIMIT_PER_MSISDN: 'off', LIMIT_PER_IP: 'off', LIMIT_PER_LINK: 'off' });
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker' },
  ],
});

export { expect } from '@playwright/test';
