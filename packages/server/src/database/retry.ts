import { setTimeout as sleep } from 'node:timers/promises';

/** How long a temporary failure is tried again. */
export interface RetryOptions {
  readonly isTemporary: (error: unknown) => boolean;
  readonly timeoutMs: number;
  readonly waitMs: number;
}

/** Does work again after each temporary failure, until it succeeds or its time is over. */
export async function retry(work: () => Promise<unknown>, { isTemporary, timeoutMs, waitMs }: RetryOptions): Promise<void> {
  const giveUpAt = performance.now() + timeoutMs;
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isTemporary(error) || performance.now() > giveUpAt) throw error;
      await sleep(waitMs);
    }
  }
}
