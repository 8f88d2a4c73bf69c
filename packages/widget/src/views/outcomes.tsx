import type { Payment } from '@tsena/shared/checkout';
import { writeLocalTime } from '@tsena/shared/merchant';
import type { ReactNode } from 'react';
import type { PageData } from '../core/pageData.ts';
import { Contact } from './Contact.tsx';
import { useTexts } from './context.ts';
import { Button, Heading, type IconName, ReturnLink } from './controls.tsx';

interface OutcomeProps {
  payment: Payment;
  returnUrl: string | null;
}

/** What only a hosted page has on its receipt, because it stays. */
interface KeptReceipt {
  /** When the money was received, ms since 1970. */
  receivedAt?: number | undefined;
  /** The merchant's. */
  registration?: PageData['registration'] | undefined;
}

/** What {@link Paid} shows. */
export type PaidProps = OutcomeProps & KeptReceipt;

/** The operator confirmed the payment. */
export function Paid(props: PaidProps) {
  const { payment, returnUrl, receivedAt } = props;
  const { t } = useTexts();
  return (
    <>
      <Heading icon="tick" title={t('paid.title')}>
        {t('paid.lead', { partner: payment.partnerName })}
      </Heading>
      <Receipt {...props} />
      {receivedAt !== undefined && <p className="small keep">{t('paid.keep')}</p>}
      <ReturnLink url={returnUrl} main />
    </>
  );
}

/** The operator rejected the payment: why, and what to do next. */
export function Failed({ payment, returnUrl, retry }: OutcomeProps & { retry: ReactNode }) {
  const { t } = useTexts();
  return (
    <>
      <Heading icon="cross" title={t('failed.title')}>
        <FailureText payment={payment} />
      </Heading>
      {retry || <Contact />}
      <ReturnLink url={returnUrl} main={!retry} />
    </>
  );
}

/**
 * The operator's transaction details differ from the payment, so the shop must review it; or they cannot be read yet. A new attempt is
 * not offered.
 */
export function InReview({ payment, messages }: { payment: Payment; messages?: ReactNode }) {
  const { t } = useTexts();
  return (
    <>
      <Heading icon="question" title={t(payment.failure?.code === 'details_unavailable' ? 'confirming.title' : 'review.title')}>
        <FailureText payment={payment} />
      </Heading>
      {messages}
      <Receipt payment={payment} />
      <Contact />
    </>
  );
}

interface ClosedProps {
  title: string;
  icon?: IconName;
  /** What it means for the money, and what to do next. */
  text: string | null;
  /** Default: nothing. */
  onRetry?: (() => void) | undefined;
  isLoading?: boolean;
}

/** Nothing can be paid here, or the order could not be loaded. */
export function Closed({ title, icon = 'cross', text, onRetry, isLoading = false }: ClosedProps) {
  const { t } = useTexts();
  return (
    <>
      <Heading icon={icon} title={title}>
        {text}
      </Heading>
      {onRetry && (
        <Button main busy={isLoading} onClick={onRetry}>
          {t(isLoading ? 'busy' : 'retry')}
        </Button>
      )}
    </>
  );
}

function FailureText({ payment: { failure } }: { payment: Payment }) {
  const { getErrorMessage } = useTexts();
  return failure && getErrorMessage(failure.code, failure.message);
}

/** Without the operator's fees: the merchant pays them. A hosted page is kept or printed, so it says the amount and the time too. */
function Receipt({ payment, receivedAt, registration }: KeptReceipt & { payment: Payment }) {
  const { t, formatMoney } = useTexts();
  const isKept = receivedAt !== undefined;
  const rows = [
    ['NIF', registration?.nif],
    ['STAT', registration?.stat],
    [t('paid.amount'), isKept ? formatMoney(payment.amount) : null],
    [t('paid.payer'), payment.payer],
    [t('paid.order'), payment.order],
    [t('paid.receipt'), payment.receiptNumber],
    [t('paid.reference'), payment.transactionReference],
    [t('paid.time'), isKept ? writeLocalTime(receivedAt) : null],
  ];
  return (
    <dl part="receipt">
      {rows.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
