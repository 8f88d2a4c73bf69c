import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useDashboard } from './desk.ts';

/** Something that a merchant does: afterwards everything shown is read anew, and what came of it is said. */
export function useAction<Input, Output>(
  act: (input: Input) => Promise<Output>,
  say: (output: Output) => string,
  onDone: () => void = () => undefined,
): UseMutationResult<Output, Error, Input> {
  const client = useQueryClient();
  const { announce } = useDashboard();
  return useMutation({
    mutationFn: act,
    async onSuccess(output) {
      announce(say(output));
      onDone();
      await client.invalidateQueries();
    },
  });
}
