import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useDashboard, useTexts } from './dashboardContext.ts';
import { keepInLanguages } from './keepInLanguages.ts';

/** Reads data of the companion in the merchant's language, and again as often as the live data says. */
export function useLiveQuery<Data>(
  key: QueryKey,
  read: () => Promise<Data>,
  options: Partial<UseQueryOptions<Data>> = {},
): UseQueryResult<Data> {
  const { language } = useTexts();
  const { live } = useDashboard();
  return useQuery({
    queryKey: [language, ...key],
    queryFn: read,
    refetchInterval: live.refreshMs,
    placeholderData: keepInLanguages(key),
    ...options,
  });
}
