import type { ReactNode } from 'react';
import { MoreButton } from './MoreButton.tsx';
import { QueryFallback } from './QueryFallback.tsx';
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
export function PagedList<Item>({ pages: { query, items }, look, empty, keyOf, children }: PagedListProps<Item>) {
  if (items === undefined) return <QueryFallback query={query} />;
  if (items.length === 0) return <p className="muted">{empty}</p>;
  return (
    <>
      <ul className={`plain ${look}`}>
        {items.map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </ul>
      <MoreButton query={query} />
    </>
  );
}
