import { refundPageSchema } from '@tsena/shared/merchant';
import { BackLink } from '../shared/BackLink.tsx';
import { useTexts } from '../shared/dashboardContext.ts';
import { PagedList } from '../shared/PagedList.tsx';
import { usePages } from '../shared/usePages.ts';
import { RefundItem } from './RefundItem.tsx';

/** The refunds of all payments, newest first. */
export function RefundsPage() {
  const { t } = useTexts();
  const refunds = usePages(refundPageSchema, '/refunds?limit=50');
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
