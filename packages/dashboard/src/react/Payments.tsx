import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Filter } from '../core/filter.ts';
import { useDashboard, useTexts } from './desk.ts';
import { Export } from './Export.tsx';
import { Filters } from './Filters.tsx';
import { PaymentList } from './PaymentList.tsx';
import { goTo } from './useRoute.ts';
import { Failure, Pending } from './Waiting.tsx';

const AT_ONCE = 25;
const EVERY = 20_000;

/** All payments, searched and narrowed, page by page. */
export function Payments({ filter }: { readonly filter: Filter }) {
  const { t, language } = useTexts();
  const { api } = useDashboard();
  // A person's number stands in no address, so it is not part of the filter.
  const [msisdn, setMsisdn] = useState('');
  const list = useInfiniteQuery({
    queryKey: [language, 'payments', filter, msisdn],
    queryFn: ({ pageParam }) => api.payments({ filter, msisdn, cursor: pageParam, limit: AT_ONCE }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: (query) => ((query.state.data?.pages.length ?? 0) > 1 ? false : EVERY),
  });
  const payments = list.data?.pages.flatMap((page) => page.payments) ?? [];

  return (
    <div className="payments">
      <div className="title">
        <h1>{t('payments.title')}</h1>
        <Export filter={filter} numberLeftOut={msisdn !== ''} />
      </div>
      <Filters
        filter={filter}
        msisdn={msisdn}
        onChange={(changed, number) => {
          setMsisdn(number);
          goTo({ page: 'payments', filter: changed }, true);
        }}
      />
      <section className="card found" aria-label={t('payments.title')} aria-busy={list.isPlaceholderData}>
        {list.data === undefined ? <Pending query={list} /> : <PaymentList payments={payments} />}
        {list.data !== undefined && list.error !== null ? <Failure query={list} /> : null}
        {list.hasNextPage ? (
          <button
            type="button"
            className="button wide"
            aria-disabled={list.isFetchingNextPage}
            onClick={() => list.isFetchingNextPage || list.fetchNextPage()}
          >
            {list.isFetchingNextPage ? t('app.loading') : t('payments.more')}
          </button>
        ) : payments.length > AT_ONCE ? (
          <p className="soft end">{t('payments.all')}</p>
        ) : null}
      </section>
    </div>
  );
}
