import { setTimeout as sleep } from 'node:timers/promises';

/** How a proof waits. */
export interface Wait {
  readonly withinMs: number;
  readonly everyMs?: number;
}

/**
 * Asks again and again until something is so.
 *
 * @param what what is waited for, for the violation
 * @param left what is still missing; undefined once nothing is
 * @returns the violation that a wait is which runs out; empty if it did not
 */
export async function waitUntil(
  what: string,
  left: () => Promise<string | undefined>,
  { withinMs, everyMs = 100 }: Wait,
): Promise<string[]> {
  const giveUpAt = performance.now() + withinMs;
  for (;;) {
    const missing = await left();
    if (missing === undefined) return [];
    if (performance.now() > giveUpAt) return [`${what}: not within ${withinMs / 1000} s, ${missing}`];
    await sleep(everyMs);
  }
}
