import type { Checkout } from '@tsena/shared/checkout';
import { useTexts } from './context.ts';

/** What is to be paid, to whom. Its style keeps the room of a line that is still empty. */
export function Summary({ checkout, amount }: { checkout: Checkout | undefined; amount: string | undefined }) {
  const { t, money } = useTexts();
  return (
    <header part="summary">
      {checkout?.environment === 'sandbox' && <p className="sandbox">{t('summary.sandbox')}</p>}
      <p>{checkout && t('summary.to', { partner: checkout.partnerName })}</p>
      <p className="amount" part="amount">
        {amount && money(amount)}
      </p>
      <p className="small">{checkout && (checkout.description ?? checkout.order)}</p>
    </header>
  );
}
