import { useInfiniteQuery } from '@tanstack/react-query';
import type { Link } from '@tsena/shared/merchant';
import { writeRoute } from '../core/route.ts';
import { writeName } from '../core/writeName.ts';
import { useAllowed, useDashboard, useTexts } from './dashboardContext.ts';
import { LinkBadge } from './LinkBadge.tsx';
import { LinkForm } from './LinkForm.tsx';
import { QueryFallback } from './QueryFallback.tsx';
import { ScopeNote } from './ScopeNote.tsx';
import { goTo } from './useRoute.ts';

/** Payment links: a form for a new one, and all of them with their status. */
export function LinksPage() {
  const texts = useTexts();
  const { t, money, time, language } = texts;
  const { api, live } = useDashboard();
  const isAllowed = useAllowed('operate');
  const list = useInfiniteQuery({
    queryKey: [language, 'links'],
    queryFn: ({ pageParam }) => api.links(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: live.refreshMs,
  });
  const links = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <div className="links">
      <h1>{t('links.title')}</h1>
      {isAllowed ? (
        <LinkForm descriptions={recentDescriptions(links)} onCreated={({ id }) => goTo({ page: 'link', id })} />
      ) : (
        <div className="card">
          <ScopeNote needs="operate" />
        </div>
      )}
      <section className="card" aria-label={t('links.title')}>
        {list.data === undefined ? (
          <QueryFallback query={list} />
        ) : links.length === 0 ? (
          <p className="muted">{t('links.none')}</p>
        ) : (
          <ul className="plain rows">
            {links.map((link) => (
              <li key={link.id}>
                <a className="row" href={writeRoute({ page: 'link', id: link.id })}>
                  <span className="amount">{money(link.amount)}</span>
                  <span className="order">{link.description ?? link.order}</span>
                  <span className="status">
                    <LinkBadge link={link} />
                  </span>
                  <span className="payer">{t('who.by', { name: writeName(link.createdBy, texts) })}</span>
                  <span className="when">{time(link.createdAt)}</span>
                </a>
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
    </div>
  );
}

const MAX_DESCRIPTIONS = 8;

/** The newest different descriptions. */
function recentDescriptions(links: readonly Link[]): readonly string[] {
  return [...new Set(links.flatMap(({ description }) => description ?? []))].slice(0, MAX_DESCRIPTIONS);
}
