import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { useDashboard } from './dashboardContext.ts';

/** Reads data of the companion, and again as often as the live data says. Their path is their key. */
export function useLiveQuery<Schema extends z.ZodMiniType>(
  schema: Schema,
  path: string,
  options: Partial<UseQueryOptions<z.output<Schema>>> = {},
): UseQueryResult<z.output<Schema>> {
  const { api, live } = useDashboard();
  return useQuery({
    queryKey: [path],
    queryFn: () => api.request(schema, path),
    refetchInterval: live.refreshMs,
    ...options,
  });
}
