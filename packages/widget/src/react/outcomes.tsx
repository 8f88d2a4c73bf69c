import type { Payment } from '@tsena/shared/checkout';
import type { CompanionError } from '../core/companionError.ts';
import { Button } from '../markup/controls.tsx';
import { Contact } from './Contact.tsx';
import { useTexts } from './context.ts';
import { Heading, ReturnLink } from './controls.tsx';

interface OutcomeProps {
  payment: Payment;
  returnUrl: string | null;
}

/** The operator confirmed the payment. */
export function Paid({ payment, returnUrl }: OutcomeProps) {
  const { t } = useTexts();
  return (
    <>
      <Heading icon="tick" title={t('paid.title')}>
        {t('paid.lead', { partner: payment.partnerName })}
      </Heading>
      <Receipt payment={payment} />
      <ReturnLink url={returnUrl} main />
    </>
  );
}

/** The operator rejected the payment: why, and what to do next. */
export function Failed({ payment, returnUrl, onRetry }: OutcomeProps & { onRetry(): void }) {
  const { t } = useTexts();
  return (
    <>
      <Heading icon="cross" title={t('failed.title')}>
        <FailureText payment={payment} />
      </Heading>
      {payment.retryable && (
        <Button main onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
      <ReturnLink url={returnUrl} main={!payment.retryable} />
    </>
  );
}

/** The operator's transaction details differ from the payment, so the shop must review it. A new attempt is not offered. */
export function InReview({ payment }: { payment: Payment }) {
  const { t } = useTexts();
  return (
    <>
      <Heading icon="question" title={t('review.title')}>
        <FailureText payment={payment} />
      </Heading>
      <Receipt payment={payment} />
      <Contact />
    </>
  );
}

interface OrderErrorProps {
  error: CompanionError | null;
  isLoading: boolean;
  onRetry(): void;
}

/** The order could not be loaded. */
export function OrderError({ error, isLoading, onRetry }: OrderErrorProps) {
  const { t, getErrorMessage } = useTexts();
  return (
    <>
      <Heading icon="cross" title={t('orderError.title')}>
        {error && getErrorMessage(error.code, error.problem.detail)}
      </Heading>
      {error?.isTransient && (
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

/** Without the operator's fees: the merchant pays them. */
function Receipt({ payment }: { payment: Payment }) {
  const { t } = useTexts();
  const rows = [
    [t('paid.payer'), payment.payer],
    [t('paid.order'), payment.order],
    [t('paid.reference'), payment.transactionReference],
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
