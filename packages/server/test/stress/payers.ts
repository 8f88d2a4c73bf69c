import type { Sandbox } from '@tsena/sandbox';

const INTERVAL_MS = 50;

/**
 * Answers each prompt of a sandbox: declines a share of them, and approves the others. Returns a function that ends
 * this.
 */
export function answerPrompts(sandbox: Sandbox, declineShare: number, random: () => number): () => void {
  const timer = setInterval(() => {
    for (const { serverCorrelationId } of sandbox.transactions('pending')) {
      sandbox[random() < declineShare ? 'reject' : 'approve'](serverCorrelationId);
    }
  }, INTERVAL_MS);
  return () => clearInterval(timer);
}
