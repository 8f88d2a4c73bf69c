import { ProblemError } from '../../src/input/problemError.ts';

/** What a use case answers, or the problem with which it refuses. */
export function orProblem<Answer>(answer: Promise<Answer>): Promise<Answer | ProblemError> {
  return answer.catch((error: unknown) => {
    if (error instanceof ProblemError) return error;
    throw error;
  });
}
