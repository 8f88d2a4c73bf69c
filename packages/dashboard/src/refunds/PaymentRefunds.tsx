import type { Refund } from '@tsena/shared/merchant';
import { useTexts } from '../shared/dashboardContext.ts';
import { RefundItem } from './RefundItem.tsx';

/** The refunds of a payment, oldest first, voided ones too. */
export function PaymentRefunds({ refunds }: { readonly refunds: readonly Refund[] }) {
  const { t } = useTexts();
  return (
    <section className="card" aria-labelledby="refunds">
      <h2 id="refunds">{t('refunds.title')}</h2>
      <p className="muted">{t('refunds.byHand')}</p>
      <ul className="plain records">
        {refunds.map((refund) => (
          <li key={refund.id}>
            <RefundItem refund={refund} />
          </li>
        ))}
      </ul>
    </section>
  );
}
