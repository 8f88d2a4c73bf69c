import { useInfiniteQuery } from '@tanstack/react-query';
import { NO_FILTER } from '../core/filter.ts';
import { writeRoute } from '../core/route.ts';
import { useDashboard, useTexts } from './dashboardContext.ts';
import { QueryFallback } from './QueryFallback.tsx';
import { RefundItem } from './RefundItem.tsx';

/** The refunds of all payments, newest first. */
export function RefundsPage() {
  const { t, language } = useTexts();
  const { api, live } = useDashboard();
  const list = useInfiniteQuery({
    queryKey: [language, 'refunds'],
    queryFn: ({ pageParam }) => api.refunds(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: live.refreshMs,
  });
  const refunds = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <div className="payments">
      <p className="back">
        <a href={writeRoute({ page: 'payments', filter: NO_FILTER })}>{t('payment.back')}</a>
      </p>
      <h1>{t('refunds.title')}</h1>
      <section className="card" aria-label={t('refunds.title')}>
        <p className="muted">{t('refunds.byHand')}</p>
        {list.data === undefined ? (
          <QueryFallback query={list} />
        ) : refunds.length === 0 ? (
          <p>{t('refunds.none')}</p>
        ) : (
          <ul className="plain records">
            {refunds.map((refund) => (
              <li key={refund.id}>
                <RefundItem refund={refund} namesPayment />
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
