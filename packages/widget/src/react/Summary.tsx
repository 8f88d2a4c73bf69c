import type { Checkout } from '@tsena/shared/checkout';
import { useTexts } from './context.ts';

/** What is to be paid, to whom. Its room is kept while it loads. */
export function Summary({ checkout }: { checkout: Checkout | undefined }) {
  const { t, money } = useTexts();
  if (checkout === undefined) {
    return (
      <header className="summary" part="summary" aria-busy="true">
        <p className="to ghost">{t('summary.loading')}</p>
        <p className="amount ghost">0</p>
        <p className="order ghost">0</p>
      </header>
    );
  }
  const { partnerName, amount, description, order, environment } = checkout;
  return (
    <header className="summary" part="summary">
      {environment === 'sandbox' && <p className="sandbox">{t('summary.sandbox')}</p>}
      <p className="to">{t('summary.to', { partner: partnerName })}</p>
      <p className="amount" part="amount">
        {money(amount)}
      </p>
      <p className="order">
        {description ? `${description} \u00b7 ` : ''}
        {t('summary.order', { order })}
      </p>
    </header>
  );
}
