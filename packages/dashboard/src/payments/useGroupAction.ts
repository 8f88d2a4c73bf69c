import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../core/apiError.ts';
import { describeError, useDashboard, useTexts } from '../shared/dashboardContext.ts';

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

/** The result of an action on several items. */
interface BatchResult {
  readonly done: number;
  readonly total: number;
  /** The first error; null if there was none. */
  readonly error: unknown;
}

/** Runs an action for one item after the other. An item that is refused stops none of the others; a lost connection stops all. */
async function runForAll<Item>(items: readonly Item[], act: (item: Item) => Promise<unknown>): Promise<BatchResult> {
  let done = 0;
  let first: unknown = null;
  for (const item of items) {
    try {
      await act(item);
      done += 1;
    } catch (error) {
      first ??= error;
      if (error instanceof ApiError && error.code === 'unreachable') break;
    }
  }
  return { done, total: items.length, error: first };
}
