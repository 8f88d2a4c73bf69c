import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Filter, writeFilter } from '../core/filter.ts';
import { writeRoute } from '../core/route.ts';
import { CsvExport } from './CsvExport.tsx';
import { useDashboard, useTexts } from './dashboardContext.ts';
import { FirstRun } from './FirstRun.tsx';
import { PaymentFilters } from './PaymentFilters.tsx';
import { PaymentList } from './PaymentList.tsx';
import { QueryFallback } from './QueryFallback.tsx';
import { TransactionSearch } from './TransactionSearch.tsx';
import { goTo } from './useRoute.ts';

const PAGE_SIZE = 25;

/** All payments: search, filters, pages and export. */
export function PaymentsPage({ filter }: { readonly filter: Filter }) {
  const { t, language } = useTexts();
  const { api, live } = useDashboard();
  // The filter is in the page's address; a payer's number must not be.
  const [digits, setDigits] = useState('');
  const list = useInfiniteQuery({
    queryKey: [language, 'payments', filter, digits],
    queryFn: ({ pageParam }) => api.payments({ filter, digits, cursor: pageParam, limit: PAGE_SIZE }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: (query) => ((query.state.data?.pages.length ?? 0) > 1 ? false : live.refreshMs),
  });
  const payments = list.data?.pages.flatMap((page) => page.data) ?? [];
  const isFiltered = digits !== '' || writeFilter(filter).toString() !== '';

  return (
    <div className="payments">
      <div className="title">
        <h1>{t('payments.title')}</h1>
        <div className="buttons">
          <a className="button" href={writeRoute({ page: 'refunds' })}>
            {t('refunds.title')}
          </a>
          <CsvExport filter={filter} digits={digits} />
        </div>
      </div>
      <PaymentFilters
        filter={filter}
        digits={digits}
        onChange={(changed, number) => {
          setDigits(number);
          goTo({ page: 'payments', filter: changed }, true);
        }}
      />
      <section className="card results" aria-label={t('payments.title')} aria-busy={list.isPlaceholderData}>
        {list.data === undefined ? (
          <QueryFallback query={list} />
        ) : (
          <PaymentList payments={payments} empty={isFiltered ? t('payments.none') : <FirstRun />} />
        )}
        {list.data !== undefined && !list.isPlaceholderData && payments.length === 0 ? (
          <TransactionSearch text={digits === '' ? filter.q : digits} />
        ) : null}
        {list.hasNextPage ? (
          <button
            type="button"
            className="button wide"
            aria-disabled={list.isFetchingNextPage}
            onClick={() => list.isFetchingNextPage || list.fetchNextPage()}
          >
            {list.isFetchingNextPage ? t('app.loading') : t('payments.more')}
          </button>
        ) : payments.length > PAGE_SIZE ? (
          <p className="muted end">{t('payments.all')}</p>
        ) : null}
      </section>
    </div>
  );
}
