import { paymentPageSchema, totalsSchema } from '@tsena/shared/merchant';
import { type ReactNode, useEffect } from 'react';
import { TODAY_PATH } from '../core/firstData.ts';
import { FirstRun } from '../payments/FirstRun.tsx';
import { PaymentList } from '../payments/PaymentList.tsx';
import { CheckCard } from '../references/CheckCard.tsx';
import { NeedsReview } from '../review/NeedsReview.tsx';
import { useTexts } from '../shared/dashboardContext.ts';
import { Loaded, QueryFallback } from '../shared/Loaded.tsx';
import { useLiveQuery } from '../shared/useLiveQuery.ts';
import { ShopFailure } from '../webhooks/ShopFailure.tsx';
import { DailyTotals } from './DailyTotals.tsx';
import { TodayFigures } from './TodayFigures.tsx';

const LATEST_PAYMENTS = 6;

/** Props of {@link Overview}. */
interface OverviewProps {
  /** Called when the overview has its data. */
  readonly onLoaded: () => void;
  /** What is shown until there is a payment. */
  readonly setup: ReactNode;
}

/** The setup until there is a payment; today's total, what needs review, the totals by day, and the latest payments. */
export function Overview({ onLoaded, setup }: OverviewProps) {
  const { t } = useTexts();
  const latest = useLiveQuery(paymentPageSchema, `/payments?limit=${LATEST_PAYMENTS}`);
  const isLoaded = latest.data !== undefined;
  useEffect(() => {
    if (isLoaded) onLoaded();
  }, [isLoaded, onLoaded]);

  return (
    <div className="page overview split">
      <h1 className="visually-hidden">{t('app.overview')}</h1>
      {latest.data?.data.length === 0 ? setup : null}
      <div className="column">
        <ShopFailure />
        <TodayTotals />
        <CheckCard />
        <NeedsReview />
      </div>
      <div className="column">
        <DailyTotals />
        <section className="card latest" aria-labelledby="latest">
          <div className="title">
            <h2 id="latest">{t('latest.title')}</h2>
            <a href="#/payments">{t('latest.all')}</a>
          </div>
          <Loaded query={latest}>{({ data }) => <PaymentList payments={data} empty={<FirstRun />} />}</Loaded>
        </section>
      </div>
    </div>
  );
}

/** Today's totals, and again as they change. */
function TodayTotals() {
  const totals = useLiveQuery(totalsSchema, TODAY_PATH);
  return <TodayFigures totals={totals.data} instead={<QueryFallback query={totals} />} />;
}
