import { type Refund, refundSchema } from '@tsena/shared/merchant';
import { Disclosure } from '../shared/Disclosure.tsx';
import { useAllowed, useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { ReasonForm } from '../shared/form/ReasonForm.tsx';
import { useAction } from '../shared/useAction.ts';

interface RefundItemProps {
  readonly refund: Refund;
  /** Whether it is shown outside its payment's page. */
  readonly namesPayment?: boolean;
}

/** The record of a refund: how much, why, when, who, and a button that voids it. */
export function RefundItem({ refund, namesPayment = false }: RefundItemProps) {
  const { t, labelled, money, moment, withName } = useTexts();
  const isAllowed = useAllowed('operate');
  const { amount, status, reason, transactionReference, refundedAt, createdBy, voidedAt, voidedBy, voidReason } =
    refund;
  // In the list of refunds, below the page's own heading; on a payment's page, below that of the section.
  const Heading = namesPayment ? 'h2' : 'h3';
  return (
    <article className="tight record" data-status={status}>
      <div className="head">
        <Heading>
          {namesPayment ? <a href={`#/payments/${refund.paymentId}`}>{money(amount)}</a> : <span>{money(amount)}</span>}
        </Heading>
        <span className="badge" data-status={status === 'recorded' ? 'completed' : 'failed'}>
          {t(`refund.status.${status}`)}
        </span>
      </div>
      <p className="reason">{reason}</p>
      <p className="muted">{withName(t('refund.sentAt', { time: moment(refundedAt) }), createdBy)}</p>
      {transactionReference === null ? null : (
        <p className="muted">{labelled(t('payment.reference'), transactionReference)}</p>
      )}
      {voidedAt === null ? null : (
        <p className="muted">
          {withName(t('refund.voidedAt', { time: moment(voidedAt), reason: voidReason ?? '–' }), voidedBy)}
        </p>
      )}
      {isAllowed && status === 'recorded' ? (
        <Disclosure title={t('refund.void')}>
          {(close, cancel) => <VoidForm refund={refund} onDone={close} onCancel={cancel} />}
        </Disclosure>
      ) : null}
    </article>
  );
}

interface VoidFormProps {
  readonly refund: Refund;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Voids the record of a refund, with a reason. */
function VoidForm({ refund, onDone, onCancel }: VoidFormProps) {
  const { t, money } = useTexts();
  const { api } = useDashboard();
  const voiding = useAction(
    (reason: string) => api.request(refundSchema, `/refunds/${refund.id}/void`, { reason }),
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
