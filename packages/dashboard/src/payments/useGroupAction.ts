import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { describeError, useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { type BatchResult, runForAll } from './runForAll.ts';

/**
 * An action on one item or on several. The page announces the result and reads all its data again, also if some items were refused.
 * If all were refused, the mutation has the first error.
 *
 * @param act sends the action for one item to the companion
 * @param describe the message to announce when all are done
 * @param onDone called after the announcement, if all are done
 */
export function useGroupAction<Item, Input>(
  items: readonly Item[],
  act: (item: Item, input: Input) => Promise<unknown>,
  describe: () => string,
  onDone: () => void = () => undefined,
): UseMutationResult<BatchResult, unknown, Input> {
  const client = useQueryClient();
  const texts = useTexts();
  const { announce } = useDashboard();
  return useMutation<BatchResult, unknown, Input>({
    async mutationFn(input) {
      const result = await runForAll(items, (item) => act(item, input));
      if (result.done === 0) throw result.error;
      return result;
    },
    async onSuccess({ done, total, error }) {
      const isComplete = done === total;
      announce(isComplete ? describe() : `${texts.t('done.some', { done, n: total })} ${describeError(error, texts)}`);
      if (isComplete) onDone();
      await client.invalidateQueries();
    },
  });
}
