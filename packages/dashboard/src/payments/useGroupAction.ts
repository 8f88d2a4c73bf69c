import type { UseMutationResult } from '@tanstack/react-query';
import { ApiError } from '../core/apiError.ts';
import { useTexts } from '../shared/dashboardContext.ts';
import { useAction } from '../shared/useAction.ts';

/**
 * An action on one item or on several. The page announces the result and reads all its data again, also if items were
 * refused. If all were refused, the mutation has the first error.
 *
 * @param act sends the action for one item to the companion
 * @param describe the message to announce when all are done, by the last answer
 * @param onDone called after the announcement, if all are done
 */
export function useGroupAction<Item, Input, Output>(
  items: readonly Item[],
  act: (item: Item, input: Input) => Promise<Output>,
  describe: (last: Output) => string,
  onDone: () => void = () => undefined,
): UseMutationResult<BatchResult<Output>, Error, Input> {
  const { t, describe: describeError } = useTexts();
  return useAction(
    (input) => runForAll(items, (item) => act(item, input)),
    ({ done, total, last, error }) =>
      done === total ? describe(last) : `${t('done.some', { done, n: total })} ${describeError(error)}`,
    ({ done, total }) => done === total && onDone(),
  );
}

/** The result of an action on several items. */
interface BatchResult<Output> {
  readonly done: number;
  readonly total: number;
  /** The last answer. */
  readonly last: Output;
  /** The first error; null if there was none. */
  readonly error: unknown;
}

/**
 * Runs an action for one item after the other. An item that is refused stops none of the others; a lost connection
 * stops all.
 *
 * @throws the first error if all were refused
 */
async function runForAll<Item, Output>(
  items: readonly Item[],
  act: (item: Item) => Promise<Output>,
): Promise<BatchResult<Output>> {
  const done: Output[] = [];
  let first: unknown = null;
  for (const item of items) {
    try {
      done.push(await act(item));
    } catch (error) {
      first ??= error;
      if (error instanceof ApiError && error.code === 'unreachable') break;
    }
  }
  const last = done.at(-1);
  if (last === undefined) throw first;
  return { done: done.length, total: items.length, last, error: first };
}
