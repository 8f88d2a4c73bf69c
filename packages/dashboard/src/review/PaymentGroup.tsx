import type { MerchantPayment } from '@tsena/shared/merchant';
import { useState } from 'react';
import { ActionButtons } from '../payments/ActionButtons.tsx';
import { type Action, getActions } from '../payments/actions.ts';
import { ResolutionForm } from '../payments/ResolutionForm.tsx';
import { ReviewReasons } from '../payments/ReviewReasons.tsx';
import { useGroupAction } from '../payments/useGroupAction.ts';
import { Button } from '../shared/Button.tsx';
import { useAllowed, useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { PaymentReview } from './PaymentReview.tsx';

interface PaymentGroupProps {
  /** Payments with the same review reasons and actions, newest first. */
  readonly payments: readonly MerchantPayment[];
  readonly onDone: () => void;
}

/** Payments that need review for the same reason: their number, period and sum, and one action for all. Each can be opened alone. */
export function PaymentGroup({ payments, onDone }: PaymentGroupProps) {
  const { t, time, money } = useTexts();
  const { api } = useDashboard();
  const [open, setOpen] = useState<Action | null>(null);
  const [isExpanded, setIsExpanded] = useState(false);
  const isAllowed = useAllowed('operate');
  const n = payments.length;
  const refresh = useGroupAction(
    payments,
    ({ id }, _input: undefined) => api.refresh(id),
    () => t('done.allRefreshed', { n }),
  );
  const [newest] = payments;
  const oldest = payments.at(-1);
  if (newest === undefined || oldest === undefined) return null;
  // A reference and a refund belong to one payment.
  const actions = isAllowed ? getActions(newest).filter((action) => action !== 'reference' && action !== 'refund') : [];
  const nameOf = (action: Action) => {
    if (action === 'refresh') return t(refresh.isPending ? 'app.loading' : 'group.refresh');
    return t(action === 'close' ? 'group.close' : 'group.resolve');
  };
  const sum = payments.reduce((total, { amount }) => total + Number(amount), 0);

  return (
    <article className="tight review">
      <div className="head">
        <h3>{t(`group.${newest.reviewReasons[0] ?? 'unresolved'}`, { n })}</h3>
      </div>
      <p className="muted">{t('group.period', { from: time(oldest.createdAt), to: time(newest.createdAt), amount: money(String(sum)) })}</p>
      <ReviewReasons payment={{ ...newest, differences: [...new Set(payments.flatMap(({ differences }) => differences ?? []))] }} />
      <div className="actions">
        <ActionButtons actions={actions} nameOf={nameOf} open={open} onOpen={setOpen} refresh={refresh} />
        <Button look="quiet" aria-expanded={isExpanded} onClick={() => setIsExpanded(!isExpanded)}>
          {t('group.each')}
        </Button>
        {open === 'resolve' || open === 'close' ? (
          <ResolutionForm
            key={open}
            payments={payments}
            closes={open === 'close'}
            onDone={() => {
              setOpen(null);
              onDone();
            }}
            onCancel={() => setOpen(null)}
          />
        ) : null}
      </div>
      {isExpanded ? (
        <ul className="plain records nested">
          {payments.map((payment) => (
            <li key={payment.id}>
              <PaymentReview payment={payment} onDone={onDone} />
            </li>
          ))}
        </ul>
      ) : null}
    </article>
  );
}
