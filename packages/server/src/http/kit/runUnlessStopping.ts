import { ProblemError } from '../../input/problemError.ts';
import type { HttpContext } from './context.ts';

/**
 * Runs work that sends requests to the operator. A stop of the companion waits for it.
 *
 * @throws ProblemError `shutting_down` once the companion stops
 */
export function runUnlessStopping<T>(
  { inProgress, stopping }: Pick<HttpContext, 'inProgress' | 'stopping'>,
  work: () => Promise<T>,
): Promise<T> {
  if (stopping.aborted) throw new ProblemError('shutting_down');
  return inProgress.run(work);
}
