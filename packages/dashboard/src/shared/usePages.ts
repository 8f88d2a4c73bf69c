import { type InfiniteData, type QueryKey, type UseInfiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useDashboard, useTexts } from './dashboardContext.ts';
import { keepInLanguages } from './keepInLanguages.ts';

interface Page<Item> {
  readonly data: readonly Item[];
  readonly nextCursor: string | null;
}

type Options<Item> = Pick<UseInfiniteQueryOptions<Page<Item>, Error, InfiniteData<Page<Item>>, QueryKey, string | null>, 'placeholderData'>;

/** Reads a list of the companion, one page after another, and the first page again as it changes. `items` are those of all pages so far; undefined until the first page is there. */
export function usePages<Item>(key: QueryKey, read: (cursor: string | null) => Promise<Page<Item>>, options: Options<Item> = {}) {
  const { language } = useTexts();
  const { live } = useDashboard();
  const query = useInfiniteQuery({
    queryKey: [language, ...key],
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Further pages would move under the reader.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : live.refreshMs),
    placeholderData: keepInLanguages(key),
    ...options,
  });
  return { query, items: query.data?.pages.flatMap(({ data }) => data) };
}

/** What {@link usePages} returns. */
export type Pages<Item> = ReturnType<typeof usePages<Item>>;
