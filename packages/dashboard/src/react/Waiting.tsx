import { sentenceOf, useTexts } from './desk.ts';

interface Query {
  readonly error: unknown;
  readonly isFetching: boolean;
  refetch(): unknown;
}

/** In the place of what has not come yet, or did not come. */
export function Pending({ query }: { readonly query: Query }) {
  return query.error === null ? <Loading /> : <Failure query={query} />;
}

/** Something is on its way. */
function Loading() {
  const { t } = useTexts();
  return (
    <p className="loading" role="status">
      {t('app.loading')}
    </p>
  );
}

/** Something did not come; what to do. */
export function Failure({ query }: { readonly query: Query }) {
  const texts = useTexts();
  return (
    <div className="failure" role="alert">
      <p>{sentenceOf(query.error, texts)}</p>
      <button type="button" className="button" aria-disabled={query.isFetching} onClick={() => query.refetch()}>
        {texts.t('app.again')}
      </button>
    </div>
  );
}
