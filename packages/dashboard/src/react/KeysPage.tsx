import { useInfiniteQuery } from '@tanstack/react-query';
import type { CreatedKey } from '@tsena/shared/merchant';
import { useState } from 'react';
import { useAllowed, useDashboard, useTexts } from './dashboardContext.ts';
import { KeyForm } from './KeyForm.tsx';
import { KeyItem } from './KeyItem.tsx';
import { NewKey } from './NewKey.tsx';
import { QueryFallback } from './QueryFallback.tsx';
import { ScopeNote } from './ScopeNote.tsx';

/** The merchant's keys: a form for a new one, and all of them with what they may do and when they were last used. */
export function KeysPage() {
  const { t } = useTexts();
  const isAllowed = useAllowed('admin');
  const [created, setCreated] = useState<CreatedKey | null>(null);
  return (
    <div className="links">
      <h1>{t('keys.title')}</h1>
      {!isAllowed ? (
        <div className="card">
          <ScopeNote needs="admin" />
        </div>
      ) : created === null ? (
        <KeyForm onCreated={setCreated} />
      ) : (
        <NewKey created={created} onDone={() => setCreated(null)} />
      )}
      {isAllowed ? <KeyList /> : null}
    </div>
  );
}

function KeyList() {
  const { t, language } = useTexts();
  const { api, live } = useDashboard();
  const list = useInfiniteQuery({
    queryKey: [language, 'keys'],
    queryFn: ({ pageParam }) => api.keys(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: live.refreshMs,
  });
  const keys = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <section className="card" aria-label={t('keys.title')}>
      <p className="muted">{t('keys.owner')}</p>
      {list.data === undefined ? (
        <QueryFallback query={list} />
      ) : keys.length === 0 ? (
        <p>{t('keys.none')}</p>
      ) : (
        <ul className="plain records">
          {keys.map((key) => (
            <li key={key.id}>
              <KeyItem merchantKey={key} />
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage ? (
        <button
          type="button"
          className="button wide"
          aria-disabled={list.isFetchingNextPage}
          onClick={() => list.isFetchingNextPage || list.fetchNextPage()}
        >
          {t(list.isFetchingNextPage ? 'app.loading' : 'payments.more')}
        </button>
      ) : null}
    </section>
  );
}
