import { setTimeout as sleep } from 'node:timers/promises';

const CHECK_INTERVAL_MS = 100;

/**
 * Checks repeatedly until nothing is missing.
 *
 * @param what the condition, for the violation
 * @param left says what is still missing; undefined if nothing is
 * @returns a violation if the time limit passes; else empty
 */
export async function waitUntil(
  what: string,
  withinMs: number,
  left: () => Promise<string | undefined>,
): Promise<string[]> {
  const giveUpAt = performance.now() + withinMs;
  for (;;) {
    const missing = await left();
    if (missing === undefined) return [];
    if (performance.now() > giveUpAt) return [`${what}: not within ${withinMs / 1000} s, ${missing}`];
    await sleep(CHECK_INTERVAL_MS);
  }
}
