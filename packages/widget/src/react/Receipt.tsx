import type { Payment } from '@tsena/shared/checkout';
import { useTexts } from './context.ts';

/** What to keep of a payment. */
export function Receipt({ payment }: { payment: Payment }) {
  const { t, money } = useTexts();
  const rows = [
    [t('paid.fees'), payment.fees && money(payment.fees)],
    [t('paid.payer'), payment.payer],
    [t('paid.order'), payment.order],
    [t('paid.reference'), payment.transactionReference],
  ];
  return (
    <dl part="receipt">
      {rows.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
