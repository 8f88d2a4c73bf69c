import type { Checkout } from '@tsena/shared/checkout';
import { useTexts } from './context.ts';

/** What is to be paid, to whom. Its room is kept while it loads. */
export function Summary({ checkout, amount }: { checkout: Checkout | undefined; amount: string | undefined }) {
  const { t, money } = useTexts();
  const ghost = checkout === undefined ? 'ghost' : '';
  return (
    <header className={ghost} part="summary" aria-hidden={checkout === undefined}>
      {checkout?.environment === 'sandbox' && <p className="sandbox">{t('summary.sandbox')}</p>}
      <p>{checkout ? t('summary.to', { partner: checkout.partnerName }) : '\u00a0'}</p>
      <p className="amount" part="amount">
        {amount ? money(amount) : '\u00a0'}
      </p>
      <p className="small">{checkout ? (checkout.description ?? checkout.order) : '\u00a0'}</p>
    </header>
  );
}
