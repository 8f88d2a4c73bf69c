import type { Payment } from '@tsena/shared/checkout';
import { useTexts } from '../shared/dashboardContext.ts';
import { ViewBadge } from '../shared/ViewBadge.tsx';

interface DeviceReceiptsProps {
  readonly payments: readonly Payment[];
  readonly onOpen: (id: string) => void;
}

/** The last payments, as the companion reported them last. */
export function DeviceReceipts({ payments, onOpen }: DeviceReceiptsProps) {
  const { t, money, clock } = useTexts();
  if (payments.length === 0) return null;
  return (
    <section className="device stack" aria-label={t('take.receipts')}>
      <h2>{t('take.receipts')}</h2>
      <ul className="plain">
        {payments.map((payment) => (
          <li key={payment.id}>
            <button type="button" className="button" onClick={() => onOpen(payment.id)}>
              <strong>{money(payment.amount)}</strong> <span>{payment.payer}</span>{' '}
              {payment.method === 'reference' ? <span>{t('method.byHand')}</span> : null}{' '}
              <span>{clock(payment.createdAt)}</span> <ViewBadge view={payment.view} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
