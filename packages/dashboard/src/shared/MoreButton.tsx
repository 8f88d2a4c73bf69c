import { Button } from './Button.tsx';
import { useTexts } from './dashboardContext.ts';
import type { Pages } from './usePages.ts';

/** A button that reads the next page of a list, if there is one. */
export function MoreButton({ query }: Pick<Pages<unknown>, 'query'>) {
  const { t } = useTexts();
  if (!query.hasNextPage) return null;
  return (
    <Button look="wide" isBusy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
      {t(query.isFetchingNextPage ? 'app.loading' : 'payments.more')}
    </Button>
  );
}
