import type { Refund } from '@tsena/shared/merchant';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { ReasonForm } from '../shared/form/ReasonForm.tsx';
import { useAction } from '../shared/useAction.ts';

interface VoidFormProps {
  readonly refund: Refund;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Voids the record of a refund, with a reason. */
export function VoidForm({ refund, onDone, onCancel }: VoidFormProps) {
  const { t, money } = useTexts();
  const { api } = useDashboard();
  const voiding = useAction(
    (reason: string) => api.voidRefund(refund.id, reason),
    ({ amount }) => t('refund.voidDone', { amount: money(amount) }),
    onDone,
  );
  return (
    <ReasonForm
      label={t('refund.voidReason')}
      hint={t('refund.voidHint')}
      submit={t('refund.voidSubmit')}
      action={voiding}
      onSubmit={voiding.mutate}
      onCancel={onCancel}
    />
  );
}
