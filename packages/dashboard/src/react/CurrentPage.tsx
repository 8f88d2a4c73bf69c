import { useIsFetching, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Route } from '../core/route.ts';
import { useTexts } from './dashboardContext.ts';
import { Overview } from './Overview.tsx';
import { Loading } from './QueryFallback.tsx';

/** The page of a route. The other pages are loaded once the overview has its data, or as soon as one of them is opened. */
export function CurrentPage({ route }: { readonly route: Route }) {
  const isBusy = useIsFetching() > 0;
  const [wasBusy, setWasBusy] = useState(false);
  // The overview begins to load its data only after this was rendered for the first time.
  if (isBusy && !wasBusy) setWasBusy(true);
  const more = useQuery({
    queryKey: ['pages'],
    queryFn: () => import('./morePages.ts'),
    enabled: route.page !== 'overview' || (wasBusy && !isBusy),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  if (route.page === 'overview') return <Overview />;
  if (more.error !== null) return <NotLoaded />;
  if (more.data === undefined) return <Loading />;
  const pages = more.data;
  switch (route.page) {
    case 'payments':
      return <pages.PaymentsPage filter={route.filter} />;
    case 'links':
      return <pages.LinksPage />;
    case 'link':
      return <pages.LinkPage key={route.id} id={route.id} />;
    case 'counter':
      return <pages.Counter key={route.id} id={route.id} />;
    case 'payment':
      return <pages.PaymentPage key={route.id} id={route.id} />;
    case 'refunds':
      return <pages.RefundsPage />;
    case 'statements':
      return <pages.StatementsPage />;
    case 'statement':
      return <pages.StatementPage key={route.id} id={route.id} />;
    case 'setup':
      return <pages.SetupPage />;
    case 'keys':
      return <pages.KeysPage />;
    case 'month':
      return <pages.MonthPage key={route.month} month={route.month} />;
  }
}

/** Browsers remember that a file could not be loaded, until the page is loaded again. */
function NotLoaded() {
  const { t } = useTexts();
  return (
    <div className="failure" role="alert">
      <p>{t('error.unreachable')}</p>
      <button type="button" className="button" onClick={() => location.reload()}>
        {t('app.again')}
      </button>
    </div>
  );
}
