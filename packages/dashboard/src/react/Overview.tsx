import { useQuery } from '@tanstack/react-query';
import { NO_FILTER } from '../core/filter.ts';
import { writeRoute } from '../core/route.ts';
import { useDashboard, useTexts } from './desk.ts';
import { Needs } from './NeedsReview.tsx';
import { PaymentList } from './PaymentList.tsx';
import { Takings } from './Takings.tsx';
import { Today } from './Today.tsx';
import { Pending } from './Waiting.tsx';

const EVERY = 15_000;
const LATEST = 6;

/** What needs a person, what was taken, what came last. */
export function Overview() {
  const { t, language } = useTexts();
  const { api } = useDashboard();
  const attention = useQuery({ queryKey: [language, 'attention'], queryFn: () => api.attention(), refetchInterval: EVERY });
  const latest = useQuery({
    queryKey: [language, 'latest'],
    queryFn: () => api.payments({ filter: NO_FILTER, msisdn: '', cursor: null, limit: LATEST }),
    refetchInterval: EVERY,
  });

  return (
    <div className="overview">
      <h1 className="unseen">{t('app.overview')}</h1>
      <section className="card needs" aria-labelledby="needs">
        {attention.data === undefined ? <Pending query={attention} /> : <Needs attention={attention.data} />}
      </section>
      <Today every={EVERY} />
      <Takings every={EVERY} />
      <section className="card latest" aria-labelledby="latest">
        <div className="title">
          <h2 id="latest">{t('latest.title')}</h2>
          <a href={writeRoute({ page: 'payments', filter: NO_FILTER })}>{t('latest.all')}</a>
        </div>
        {latest.data === undefined ? <Pending query={latest} /> : <PaymentList payments={latest.data.payments} />}
      </section>
    </div>
  );
}
