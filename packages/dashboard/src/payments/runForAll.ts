import { ApiError } from '../core/apiError.ts';

/** The result of an action on several items. */
export interface BatchResult {
  readonly done: number;
  readonly total: number;
  /** The first error; null if there was none. */
  readonly error: unknown;
}

/** Runs an action for one item after the other. An item that is refused stops none of the others; a lost connection stops all. */
export async function runForAll<Item>(items: readonly Item[], act: (item: Item) => Promise<unknown>): Promise<BatchResult> {
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
