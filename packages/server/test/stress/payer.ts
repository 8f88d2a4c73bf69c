import type { Sandbox } from '@tsena/sandbox';

/** Payers at their phones. */
export interface Payers {
  stop(): void;
}

const EVERY_MS = 50;

/** Answers every prompt of a sandbox: one in so many is declined, the others are approved. */
export function answerPrompts(sandbox: Sandbox, declineShare: number, random: () => number): Payers {
  const timer = setInterval(() => {
    for (const { serverCorrelationId, status } of sandbox.transactions()) {
      if (status === 'pending') sandbox[random() < declineShare ? 'reject' : 'approve'](serverCorrelationId);
    }
  }, EVERY_MS);
  return { stop: () => clearInterval(timer) };
}
