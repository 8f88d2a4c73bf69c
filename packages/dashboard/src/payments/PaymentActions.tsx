import { type MerchantPayment, merchantPaymentSchema } from '@tsena/shared/merchant';
import { type ReactNode, useRef, useState } from 'react';
import { RefundForm } from '../refunds/RefundForm.tsx';
import { ScopeNote } from '../shared/Allowed.tsx';
import { Button } from '../shared/Button.tsx';
import { useAllowed, useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { ErrorText } from '../shared/ErrorText.tsx';
import { type Action, getActions } from './actions.ts';
import { ReferenceForm } from './ReferenceForm.tsx';
import { ResolutionForm } from './ResolutionForm.tsx';
import { useGroupAction } from './useGroupAction.ts';

interface PaymentActionsProps {
  /** One payment, or several with the same actions. */
  readonly payments: readonly [MerchantPayment, ...MerchantPayment[]];
  /** Called after a form is submitted and accepted. */
  readonly onDone: () => void;
  /** More buttons, beside the actions. */
  readonly children?: ReactNode;
}

/**
 * The actions of payments as buttons. The status check is sent at once; each of the others opens and closes a form
 * below the buttons.
 */
export function PaymentActions({ payments, onDone, children }: PaymentActionsProps) {
  const { t } = useTexts();
  const { api } = useDashboard();
  const [open, setOpen] = useState<Action | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const isAllowed = useAllowed('operate');
  const [payment] = payments;
  const isGroup = payments.length > 1;
  const refresh = useGroupAction(
    payments,
    ({ id }, _input: undefined) => api.request(merchantPaymentSchema, `/payments/${id}/refresh`, {}),
    ({ view }) =>
      isGroup ? t('done.allRefreshed', { n: payments.length }) : t('done.refreshed', { status: t(`view.${view}`) }),
  );
  const actions = getActions(payment).filter((action) => !isGroup || isOfGroup(action));
  if (actions.length === 0) return null;
  if (!isAllowed) return <ScopeNote needs="operate" />;

  function cancel() {
    setOpen(null);
    opener.current?.focus();
  }
  const form = {
    onCancel: cancel,
    onDone() {
      setOpen(null);
      onDone();
    },
  };

  return (
    <div className="actions">
      {actions.map((action) => (
        <Button
          key={action}
          {...(action === 'refresh'
            ? { isBusy: refresh.isPending, onClick: () => refresh.mutate(undefined) }
            : { 'aria-expanded': open === action, onClick: () => setOpen(open === action ? null : action) })}
          ref={open === action ? opener : undefined}
        >
          {t(isGroup && isOfGroup(action) ? `group.${action}` : `act.${action}`)}
        </Button>
      ))}
      {children}
      <ErrorText error={refresh.error} />
      {open === 'reference' ? <ReferenceForm payment={payment} {...form} /> : null}
      {open === 'refund' ? <RefundForm payment={payment} {...form} /> : null}
      {open === 'resolve' || open === 'close' ? (
        <ResolutionForm key={open} payments={payments} closes={open === 'close'} {...form} />
      ) : null}
    </div>
  );
}

/** Whether several payments can have the action at once: a reference and a refund belong to one. */
function isOfGroup(action: Action): action is Exclude<Action, 'reference' | 'refund'> {
  return action !== 'reference' && action !== 'refund';
}
