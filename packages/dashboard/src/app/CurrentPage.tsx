import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Route } from '../core/route.ts';
import { Overview } from '../overview/Overview.tsx';
import { Button } from '../shared/Button.tsx';
import { useTexts } from '../shared/dashboardContext.ts';
import { Loading } from '../shared/Loaded.tsx';
import { pageOf } from './pages.ts';

/**
 * The page of a route. The other pages, and the setup, are loaded once the overview has its data, or as soon as one of
 * them is opened.
 */
export function CurrentPage({ route }: { readonly route: Route }) {
  const isOverview = pageOf(route).path === '';
  const [hasOverview, setHasOverview] = useState(false);
  const keepOverview = useCallback(() => setHasOverview(true), []);
  const more = useQuery({
    queryKey: ['pages'],
    queryFn: () => import('./morePages.tsx'),
    // Once enabled, it stays so: enabled again after a failure, it would load again at once, and without end.
    enabled: !isOverview || hasOverview,
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
  });
  const pages = more.data;
  const instead = more.error === null ? <Loading /> : <NotLoaded />;
  const view = pages?.PAGE_VIEWS[route.page];
  if (isOverview)
    return <Overview onLoaded={keepOverview} setup={pages === undefined ? instead : <pages.SetupChecks />} />;
  return view === undefined ? instead : view(route);
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
