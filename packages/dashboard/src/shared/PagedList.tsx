import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { useTexts } from './dashboardContext.ts';
import { Loaded } from './Loaded.tsx';
import type { Pages } from './usePages.ts';

interface PagedListProps<Item> {
  readonly pages: Pages<Item>;
  /** `rows` are links to pages of their own, `records` show everything in place. */
  readonly look: 'rows' | 'records';
  /** What an empty list says. */
  readonly empty: string;
  readonly keyOf: (item: Item) => string | number | null;
  readonly children: (item: Item) => ReactNode;
}

/** A list of the companion with a button for more; "loading" or the error stands in its place. */
export function PagedList<Item>({ pages: { query, items = [] }, look, empty, keyOf, children }: PagedListProps<Item>) {
  return (
    <Loaded query={query}>
      {() =>
        items.length === 0 ? (
          <p className="muted">{empty}</p>
        ) : (
          <>
            <ul className={`plain ${look}`}>
              {items.map((item) => (
                <li key={keyOf(item)}>{children(item)}</li>
              ))}
            </ul>
            <MoreButton query={query} />
          </>
        )
      }
    </Loaded>
  );
}

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
