import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { useTexts } from './dashboardContext.ts';

interface Query {
  readonly error: unknown;
  readonly isFetching: boolean;
  refetch(): unknown;
}

interface LoadedProps<Data> {
  readonly query: Query & { readonly data: Data | undefined };
  readonly children: (data: Data) => ReactNode;
}

/** What shows a query's data; before they are there, {@link QueryFallback}. */
export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  return query.data === undefined ? <QueryFallback query={query} /> : children(query.data);
}

/** What stands in place of a query's data: "loading", or the error with a retry button. */
export function QueryFallback({ query }: { readonly query: Query }) {
  const { t, describe } = useTexts();
  if (query.error === null) return <Loading />;
  return (
    <div className="failure" role="alert">
      <p>{describe(query.error)}</p>
      <Button isBusy={query.isFetching} onClick={() => query.refetch()}>
        {t('app.again')}
      </Button>
    </div>
  );
}

/** What stands in place of what is loaded. */
export function Loading() {
  const { t } = useTexts();
  return (
    <p className="loading" role="status">
      {t('app.loading')}
    </p>
  );
}
