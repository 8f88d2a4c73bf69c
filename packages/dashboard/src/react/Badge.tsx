import type { PaymentStatus } from '@tsena/shared/checkout';
import { useTexts } from './desk.ts';

/** A payment's state: a word, and a colour beside it. */
export function Badge({ status }: { readonly status: PaymentStatus }) {
  const { t } = useTexts();
  return (
    <span className="badge" data-status={status}>
      {t(`status.${status}`)}
    </span>
  );
}
