import type { MerchantPayment } from '@tsena/shared/merchant';
import { useRef, useState } from 'react';
import { type Action, actionsFor } from '../core/actions.ts';
import { sentenceOf, useDashboard, useTexts } from './desk.ts';
import { ReferenceForm } from './ReferenceForm.tsx';
import { ResolutionForm } from './ResolutionForm.tsx';
import { useAction } from './useAction.ts';

interface PaymentActionsProps {
  readonly payment: MerchantPayment;
  readonly onDone: () => void;
}

/** What can be done about a payment. Those that need a word more open a form below. */
export function PaymentActions({ payment, onDone }: PaymentActionsProps) {
  const texts = useTexts();
  const { t } = texts;
  const { api } = useDashboard();
  const [open, setOpen] = useState<Action | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const refresh = useAction(
    () => api.refresh(payment.id),
    ({ status }) => t('done.refreshed', { status: t(`status.${status}`) }),
  );
  const actions = actionsFor(payment);
  if (actions.length === 0) return null;

  function close() {
    setOpen(null);
    opener.current?.focus();
  }
  function done() {
    setOpen(null);
    onDone();
  }

  return (
    <div className="actions">
      {actions.map((action) =>
        action === 'refresh' ? (
          <button
            key={action}
            type="button"
            className="button"
            aria-disabled={refresh.isPending}
            onClick={() => refresh.isPending || refresh.mutate(undefined)}
          >
            {t('act.refresh')}
          </button>
        ) : (
          <button
            key={action}
            type="button"
            className="button"
            aria-expanded={open === action}
            ref={open === action ? opener : undefined}
            onClick={() => setOpen(open === action ? null : action)}
          >
            {t(`act.${action}`)}
          </button>
        ),
      )}
      {refresh.error === null ? null : (
        <p className="fault" role="alert">
          {sentenceOf(refresh.error, texts)}
        </p>
      )}
      {open === 'reference' ? <ReferenceForm payment={payment} onDone={done} onCancel={close} /> : null}
      {open === 'resolve' || open === 'closed' ? (
        <ResolutionForm key={open} payment={payment} handled={open === 'closed'} onDone={done} onCancel={close} />
      ) : null}
    </div>
  );
}
