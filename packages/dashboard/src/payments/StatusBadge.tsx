import type { PaymentStatus } from '@tsena/shared/checkout';
import { useTexts } from '../shared/dashboardContext.ts';

/** A payment's status as a word with a colour. */
export function StatusBadge({ status }: { readonly status: PaymentStatus }) {
  const { t } = useTexts();
  return (
    <span className="badge" data-status={status}>
      {t(`status.${status}`)}
    </span>
  );
}
