import type { FirstData } from '@tsena/shared/merchant';
import { readRoute } from '../core/route.ts';
import type { Translator } from '../core/texts.ts';
import { TodayFigures } from '../overview/TodayFigures.tsx';
import { TextsContext } from '../shared/dashboardContext.ts';
import { Loading } from '../shared/Loaded.tsx';
import { Layout } from './Layout.tsx';
import { pageOf } from './pages.ts';

interface FirstViewProps {
  readonly data: FirstData;
  readonly texts: Translator;
}

/**
 * The first picture for a merchant who is signed in: the header, and on the overview today's totals. The application
 * takes its place.
 */
export function FirstView({ data: { merchant, totals }, texts }: FirstViewProps) {
  const route = readRoute(location.hash);
  return (
    <TextsContext value={texts}>
      <Layout route={route} merchant={merchant}>
        {pageOf(route).path === '' ? (
          <div className="page overview split">
            <TodayFigures totals={totals} />
          </div>
        ) : (
          <Loading />
        )}
      </Layout>
    </TextsContext>
  );
}
