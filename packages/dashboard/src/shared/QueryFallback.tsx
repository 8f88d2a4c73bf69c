import { Button } from './Button.tsx';
import { describeError, useTexts } from './dashboardContext.ts';

interface Query {
  readonly error: unknown;
  readonly isFetching: boolean;
  refetch(): unknown;
}

/** What stands in place of a query's data: "loading", or the error with a retry button. */
export function QueryFallback({ query }: { readonly query: Query }) {
  return query.error === null ? <Loading /> : <QueryError query={query} />;
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

function QueryError({ query }: { readonly query: Query }) {
  const texts = useTexts();
  return (
    <div className="failure" role="alert">
      <p>{describeError(query.error, texts)}</p>
      <Button isBusy={query.isFetching} onClick={() => query.refetch()}>
        {texts.t('app.again')}
      </Button>
    </div>
  );
}
