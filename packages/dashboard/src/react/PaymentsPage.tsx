import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Filter, writeFilter } from '../core/filter.ts';
import { CsvExport } from './CsvExport.tsx';
import { useDashboard, useTexts } from './dashboardContext.ts';
import { PaymentFilters } from './PaymentFilters.tsx';
import { PaymentList } from './PaymentList.tsx';
import { QueryFallback } from './QueryFallback.tsx';
import { goTo } from './useRoute.ts';

const PAGE_SIZE = 25;

/** All payments: search, filters, pages and export. */
export function PaymentsPage({ filter }: { readonly filter: Filter }) {
  const { t, language } = useTexts();
  const { api, live } = useDashboard();
  // The filter is in the page's address; a payer's number must not be.
  const [msisdn, setMsisdn] = useState('');
  const list = useInfiniteQuery({
    queryKey: [language, 'payments', filter, msisdn],
    queryFn: ({ pageParam }) => api.payments({ filter, msisdn, cursor: pageParam, limit: PAGE_SIZE }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: (query) => ((query.state.data?.pages.length ?? 0) > 1 ? false : live.refreshMs),
  });
  const payments = list.data?.pages.flatMap((page) => page.data) ?? [];
  const isFiltered = msisdn !== '' || writeFilter(filter).toString() !== '';

  return (
    <div className="payments">
      <div className="title">
        <h1>{t('payments.title')}</h1>
        <CsvExport filter={filter} ignoresNumber={msisdn !== ''} />
      </div>
      <PaymentFilters
        filter={filter}
        msisdn={msisdn}
        onChange={(changed, number) => {
          setMsisdn(number);
          goTo({ page: 'payments', filter: changed }, true);
        }}
      />
      <section className="card results" aria-label={t('payments.title')} aria-busy={list.isPlaceholderData}>
        {list.data === undefined ? (
          <QueryFallback query={list} />
        ) : (
          <PaymentList payments={payments} empty={t(isFiltered ? 'payments.none' : 'latest.none')} />
        )}
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
