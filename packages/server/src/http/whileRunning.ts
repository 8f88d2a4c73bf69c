import type { HttpContext } from './context.ts';
import { ProblemError } from './problem.ts';

/** Does something that asks the operator: a stop waits for it, and refuses what comes later. */
export function whileRunning<T>({ inFlight, stopping }: Pick<HttpContext, 'inFlight' | 'stopping'>, work: () => Promise<T>): Promise<T> {
  if (stopping.aborted) throw new ProblemError('shutting_down');
  return inFlight.run(work);
}
