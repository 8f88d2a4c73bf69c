import type { Sandbox } from '@tsena/sandbox';

/** Simulated payers. */
export interface Payers {
  stop(): void;
}

const INTERVAL_MS = 50;

/** Answers each prompt of a sandbox: declines a share of them, and approves the others. */
export function answerPrompts(sandbox: Sandbox, declineShare: number, random: () => number): Payers {
  const timer = setInterval(() => {
    for (const { serverCorrelationId } of sandbox.transactions('pending')) {
      sandbox[random() < declineShare ? 'reject' : 'approve'](serverCorrelationId);
    }
  }, INTERVAL_MS);
  return { stop: () => clearInterval(timer) };
}
