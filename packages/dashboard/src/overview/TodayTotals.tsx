import { TODAY_KEY } from '../core/firstData.ts';
import { useDashboard } from '../shared/dashboardContext.ts';
import { QueryFallback } from '../shared/QueryFallback.tsx';
import { useLiveQuery } from '../shared/useLiveQuery.ts';
import { TodayFigures } from './TodayFigures.tsx';

/** Today's totals, and again as they change. */
export function TodayTotals() {
  const { api } = useDashboard();
  const totals = useLiveQuery(TODAY_KEY, () => api.totals(2));
  return <TodayFigures totals={totals.data} instead={<QueryFallback query={totals} />} />;
}
