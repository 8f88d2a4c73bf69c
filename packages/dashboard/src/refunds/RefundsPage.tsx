import { BackLink } from '../shared/BackLink.tsx';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { PagedList } from '../shared/PagedList.tsx';
import { usePages } from '../shared/usePages.ts';
import { RefundItem } from './RefundItem.tsx';

/** The refunds of all payments, newest first. */
export function RefundsPage() {
  const { t } = useTexts();
  const { api } = useDashboard();
  const refunds = usePages(['refunds'], api.refunds);
  return (
    <div className="page">
      <BackLink to="#/payments">{t('payment.back')}</BackLink>
      <h1>{t('refunds.title')}</h1>
      <section className="card" aria-label={t('refunds.title')}>
        <p className="muted">{t('refunds.byHand')}</p>
        <PagedList pages={refunds} look="records" empty={t('refunds.none')} keyOf={({ id }) => id}>
          {(refund) => <RefundItem refund={refund} namesPayment />}
        </PagedList>
      </section>
    </div>
  );
}
