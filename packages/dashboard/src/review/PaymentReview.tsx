import type { MerchantPayment } from '@tsena/shared/merchant';
import { useState } from 'react';
import { PaymentActions } from '../payments/PaymentActions.tsx';
import { ReviewReasons } from '../payments/ReviewReasons.tsx';
import { Button } from '../shared/Button.tsx';
import { useAllowed, useTexts } from '../shared/dashboardContext.ts';
import { ViewBadge } from '../shared/ViewBadge.tsx';
import type { Group } from './reviewGroups.ts';

interface PaymentReviewProps {
  /** One payment; or several with the same review reasons and actions, newest first. */
  readonly payments: Readonly<Group<MerchantPayment>>;
  readonly onDone: () => void;
}

/**
 * Payments that need review for the same reason: the reasons, and one action for all. Those of a group can also be
 * opened one by one.
 */
export function PaymentReview({ payments, onDone }: PaymentReviewProps) {
  const { t } = useTexts();
  const isAllowed = useAllowed('operate');
  const [isExpanded, setIsExpanded] = useState(false);
  const [newest] = payments;
  const each =
    payments.length === 1 ? null : (
      <Button look="quiet" aria-expanded={isExpanded} onClick={() => setIsExpanded(!isExpanded)}>
        {t('group.each')}
      </Button>
    );
  return (
    <article className="tight review">
      {payments.length === 1 ? <PaymentHead payment={newest} /> : <GroupHead payments={payments} />}
      <ReviewReasons
        payment={{ ...newest, differences: [...new Set(payments.flatMap(({ differences }) => differences ?? []))] }}
      />
      {isAllowed ? (
        <PaymentActions payments={payments} onDone={onDone}>
          {each}
        </PaymentActions>
      ) : each === null ? null : (
        <div className="actions">{each}</div>
      )}
      {isExpanded ? (
        <ul className="plain records nested">
          {payments.map((payment) => (
            <li key={payment.id}>
              <PaymentReview payments={[payment]} onDone={onDone} />
            </li>
          ))}
        </ul>
      ) : null}
    </article>
  );
}

function PaymentHead({ payment }: { readonly payment: MerchantPayment }) {
  const { money, moment } = useTexts();
  return (
    <>
      <div className="head">
        <h3>
          <a href={`#/payments/${payment.id}`}>
            {money(payment.amount)} · {payment.order}
          </a>
        </h3>
        <ViewBadge view={payment.view} />
      </div>
      <p className="muted">
        {payment.payer} · {moment(payment.createdAt)}
      </p>
    </>
  );
}

/** The number of payments, their period and their sum. */
function GroupHead({ payments }: Pick<PaymentReviewProps, 'payments'>) {
  const { t, time, moment, money } = useTexts();
  const [newest] = payments;
  const oldest = payments.at(-1) ?? newest;
  const sum = payments.reduce((total, { amount }) => total + Number(amount), 0);
  return (
    <>
      <div className="head">
        <h3>{t(`group.${newest.reviewReasons[0] ?? 'unresolved'}`, { n: payments.length })}</h3>
      </div>
      <p className="muted">
        {t('group.period', { from: time(oldest.createdAt), to: moment(newest.createdAt), amount: money(String(sum)) })}
      </p>
    </>
  );
}
