import type { MerchantPayment } from '@tsena/shared/merchant';
import { useRef, useState } from 'react';
import { RefundForm } from '../refunds/RefundForm.tsx';
import { ScopeNote } from '../shared/Allowed.tsx';
import { useAllowed, useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { useAction } from '../shared/useAction.ts';
import { ActionButtons } from './ActionButtons.tsx';
import { type Action, getActions } from './actions.ts';
import { ReferenceForm } from './ReferenceForm.tsx';
import { ResolutionForm } from './ResolutionForm.tsx';

interface PaymentActionsProps {
  readonly payment: MerchantPayment;
  /** Called after a form is submitted and accepted. */
  readonly onDone: () => void;
}

/** The actions of a payment as buttons. All but the status check open a form below the buttons. */
export function PaymentActions({ payment, onDone }: PaymentActionsProps) {
  const { t } = useTexts();
  const { api } = useDashboard();
  const [open, setOpen] = useState<Action | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const refresh = useAction(
    () => api.refresh(payment.id),
    ({ status }) => t('done.refreshed', { status: t(`status.${status}`) }),
  );
  const isAllowed = useAllowed('operate');
  const actions = getActions(payment);
  if (actions.length === 0) return null;
  if (!isAllowed) return <ScopeNote needs="operate" />;

  function cancel() {
    setOpen(null);
    opener.current?.focus();
  }
  function finish() {
    setOpen(null);
    onDone();
  }

  return (
    <div className="actions">
      <ActionButtons
        actions={actions}
        nameOf={(action) => t(`act.${action}`)}
        open={open}
        onOpen={setOpen}
        opener={opener}
        refresh={refresh}
      />
      {open === 'reference' ? <ReferenceForm payment={payment} onDone={finish} onCancel={cancel} /> : null}
      {open === 'refund' ? <RefundForm payment={payment} onDone={finish} onCancel={cancel} /> : null}
      {open === 'resolve' || open === 'close' ? (
        <ResolutionForm key={open} payments={[payment]} closes={open === 'close'} onDone={finish} onCancel={cancel} />
      ) : null}
    </div>
  );
}
