import { keepPreviousData } from '@tanstack/react-query';
import { dayOf, paymentPageSchema } from '@tsena/shared/merchant';
import { useState } from 'react';
import { withField } from '../core/api.ts';
import { type Filter, paymentsAddress, paymentsPath, writeFilter, writeSearch } from '../core/filter.ts';
import { serverNow } from '../core/serverClock.ts';
import { ReferenceSearch } from '../references/CheckCard.tsx';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { QueryFallback } from '../shared/Loaded.tsx';
import { MoreButton } from '../shared/PagedList.tsx';
import { SaveButton } from '../shared/SaveButton.tsx';
import { usePages } from '../shared/usePages.ts';
import { goTo } from '../shared/useRoute.ts';
import { FirstRun } from './FirstRun.tsx';
import { PaymentFilters } from './PaymentFilters.tsx';
import { PaymentList } from './PaymentList.tsx';

const PAGE_SIZE = '25';
const MIN_PART_LENGTH = 3;

/** All payments: search, filters, pages and export. */
export function PaymentsPage({ filter }: { readonly filter: Filter }) {
  const { t } = useTexts();
  const { api } = useDashboard();
  // The filter is in the page's address; a payer's number must not be.
  const [digits, setDigits] = useState('');
  const search = writeSearch(filter, digits);
  const { query, items } = usePages(
    paymentPageSchema,
    search === undefined ? withField(paymentsPath(filter), 'limit', PAGE_SIZE) : '/payments/search',
    { body: search && { ...search, limit: PAGE_SIZE }, placeholderData: keepPreviousData },
  );
  const term = digits === '' ? filter.q : digits;
  const isFiltered = digits !== '' || writeFilter(filter).toString() !== '';
  // The companion compares a shorter text with whole references only.
  const isShort = term !== '' && term.length < MIN_PART_LENGTH;

  return (
    <div className="page">
      <div className="title">
        <h1>{t('app.payments')}</h1>
        <div className="buttons">
          <a className="button" href="#/refunds">
            {t('refunds.title')}
          </a>
          <SaveButton
            read={() => api.csv(search === undefined ? paymentsPath(filter, '.csv') : '/payments.csv', search)}
            name={`payments-${dayOf(serverNow())}.csv`}
          />
        </div>
      </div>
      <PaymentFilters
        filter={filter}
        digits={digits}
        onChange={(changed, number) => {
          setDigits(number);
          goTo(paymentsAddress(changed), true);
        }}
      />
      <section className="card results" aria-label={t('app.payments')} aria-busy={query.isPlaceholderData}>
        {items === undefined ? (
          <QueryFallback query={query} />
        ) : (
          <>
            <PaymentList
              payments={items}
              by={filter.by}
              hasStatus={filter.status !== null}
              empty={isFiltered ? t(isShort ? 'search.short' : 'payments.none') : <FirstRun />}
            />
            {items.length === 0 && !query.isPlaceholderData ? <ReferenceSearch text={term} /> : null}
            <MoreButton query={query} />
            {items.length > Number(PAGE_SIZE) && !query.hasNextPage ? (
              <p className="muted">{t('payments.all')}</p>
            ) : null}
          </>
        )}
      </section>
    </div>
  );
}
