import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useDashboard } from './dashboardContext.ts';
import { refreshData } from './useLiveData.ts';

/**
 * An action of the merchant. When the companion accepts it, the page announces the result and reads all its data again.
 *
 * @param act sends the action to the companion
 * @param describe the message to announce; null if there is none
 * @param onDone called after the announcement
 */
export function useAction<Input, Output>(
  act: (input: Input) => Promise<Output>,
  describe: ((output: Output) => string) | null,
  onDone: (output: Output) => void = () => undefined,
): UseMutationResult<Output, Error, Input> {
  const client = useQueryClient();
  const { announce } = useDashboard();
  return useMutation({
    mutationFn: act,
    // What was announced of the action before says nothing about this one.
    onMutate: () => announce(''),
    async onSuccess(output) {
      if (describe !== null) announce(describe(output));
      onDone(output);
      await client.invalidateQueries();
    },
    // It may have been done if only its answer was lost.
    onError: () => void refreshData(client),
  });
}
