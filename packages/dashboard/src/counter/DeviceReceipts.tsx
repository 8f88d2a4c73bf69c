import type { Payment } from '@tsena/shared/checkout';
import { useTexts } from '../shared/dashboardContext.ts';
import { outcomeOf } from './Outcome.tsx';

interface DeviceReceiptsProps {
  readonly payments: readonly Payment[];
  readonly onOpen: (id: string) => void;
}

/** The last payments of this device, as the companion reported them last. */
export function DeviceReceipts({ payments, onOpen }: DeviceReceiptsProps) {
  const { t, money, clock } = useTexts();
  if (payments.length === 0) return null;
  return (
    <section className="device stack" aria-label={t('take.receipts')}>
      <h2>{t('take.receipts')}</h2>
      <ul className="plain">
        {payments.map((payment) => {
          const view = outcomeOf(payment);
          return (
            <li key={payment.id}>
              <button type="button" className="button" onClick={() => onOpen(payment.id)}>
                <strong>{money(payment.amount)}</strong> <span>{payment.payer}</span> <span>{clock(payment.createdAt)}</span>{' '}
                <span className="badge" data-status={payment.status}>
                  {view === 'paid' ? t('status.completed') : t(`take.${view}`)}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
