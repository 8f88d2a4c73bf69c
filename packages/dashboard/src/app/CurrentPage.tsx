import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Route } from '../core/route.ts';
import { Overview } from '../overview/Overview.tsx';
import { Button } from '../shared/Button.tsx';
import { useTexts } from '../shared/dashboardContext.ts';
import { Loading } from '../shared/Loading.tsx';
import { PAGES_KEY } from '../shared/useLiveData.ts';

/** The page of a route. The other pages, and the setup, are loaded once the overview has its data, or as soon as one of them is opened. */
export function CurrentPage({ route }: { readonly route: Route }) {
  const [hasOverview, setHasOverview] = useState(false);
  const keepOverview = useCallback(() => setHasOverview(true), []);
  const more = useQuery({
    queryKey: [PAGES_KEY],
    queryFn: () => import('./morePages.ts'),
    // Once enabled, it stays so: enabled again after a failure, it would load again at once, and without end.
    enabled: route.page !== 'overview' || hasOverview,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const pages = more.data;
  const instead = more.error === null ? <Loading /> : <NotLoaded />;
  if (route.page === 'overview') return <Overview onLoaded={keepOverview} setup={pages === undefined ? instead : <pages.SetupChecks />} />;
  if (pages === undefined) return instead;
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
    case 'audit':
      return <pages.AuditPage />;
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
      <Button onClick={() => location.reload()}>{t('app.again')}</Button>
    </div>
  );
}
