import { Button } from './Button.tsx';
import { describeError, useTexts } from './dashboardContext.ts';
import { Loading } from './Loading.tsx';

interface Query {
  readonly error: unknown;
  readonly isFetching: boolean;
  refetch(): unknown;
}

/** What stands in place of a query's data: "loading", or the error with a retry button. */
export function QueryFallback({ query }: { readonly query: Query }) {
  return query.error === null ? <Loading /> : <QueryError query={query} />;
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
