import { setTimeout as sleep } from 'node:timers/promises';

/** How long a temporary failure is tried again. */
export interface RetryOptions {
  readonly isTemporary: (error: unknown) => boolean;
  readonly timeoutMs: number;
  readonly waitMs: number;
}

/** Does work again after each temporary failure, until it succeeds or its time is over. */
export async function retry<T>(work: () => Promise<T>, { isTemporary, timeoutMs, waitMs }: RetryOptions): Promise<T> {
  const giveUpAt = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isTemporary(error) || performance.now() > giveUpAt) throw error;
      await sleep(waitMs);
    }
  }
}
