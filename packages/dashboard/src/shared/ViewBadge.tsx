import type { PaymentView } from '@tsena/shared/checkout';
import { useTexts } from './dashboardContext.ts';

/** The colour of the status that means the same for the money. */
const COLOURS = {
  paid: 'completed',
  refunded: 'failed',
  paid_twice: 'unresolved',
  paid_by_another: 'failed',
  review: 'unresolved',
  confirming: 'pending',
  waiting: 'pending',
  unresolved: 'unresolved',
  failed: 'failed',
} as const satisfies Record<PaymentView, string>;

/** What is true of a payment within its order, as a word with a colour. */
export function ViewBadge({ view }: { readonly view: PaymentView }) {
  const { t } = useTexts();
  return (
    <span className="badge" data-status={COLOURS[view]}>
      {t(`view.${view}`)}
    </span>
  );
}
