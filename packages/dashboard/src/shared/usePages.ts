import { useInfiniteQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { withField } from '../core/api.ts';
import { useDashboard } from './dashboardContext.ts';

interface Page<Item> {
  readonly data: readonly Item[];
  readonly nextCursor: string | null;
}

interface PagesOptions {
  /** What is searched for, if it must not be in the path. */
  readonly body?: object | undefined;
  readonly placeholderData?: <Data>(previous: Data | undefined) => Data | undefined;
}

/**
 * Reads a list of the companion, one page after another, and the first page again as it changes. `items` are those of
 * all pages so far; undefined until the first page is there.
 */
export function usePages<Item>(
  schema: z.ZodMiniType<Page<Item>>,
  path: string,
  { body, ...options }: PagesOptions = {},
) {
  const { api, live } = useDashboard();
  const query = useInfiniteQuery({
    queryKey: [path, body],
    queryFn: ({ pageParam: cursor }) =>
      body === undefined
        ? api.request(schema, withField(path, 'cursor', cursor))
        : api.request(schema, path, { ...body, ...(cursor === null ? {} : { cursor }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Further pages would move under the reader.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : live.refreshMs),
    ...options,
  });
  return { query, items: query.data?.pages.flatMap(({ data }) => data) };
}

/** What {@link usePages} returns. */
export type Pages<Item> = ReturnType<typeof usePages<Item>>;
