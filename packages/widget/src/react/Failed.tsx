import type { Payment } from '@tsena/shared/checkout';
import { useTexts } from './context.ts';
import { Heading, type ViewProps } from './Heading.tsx';
import { Return } from './Return.tsx';

interface Props extends ViewProps {
  payment: Payment;
  returnUrl: string | null;
  onAgain(fresh?: boolean): void;
}

/** The operator says that it failed: why, and what to do next. */
export function Failed({ heading, payment, returnUrl, onAgain }: Props) {
  const { t, sentence } = useTexts();
  return (
    <>
      <Heading heading={heading} title={t('failed.title')}>
        {sentence(payment.failure?.code ?? 'payment_failed', payment.failure?.message ?? '')}
      </Heading>
      {payment.retryable && (
        <>
          <button type="button" className="main" part="button" onClick={() => onAgain()}>
            {t('failed.again')}
          </button>
          <button type="button" className="quiet" onClick={() => onAgain(true)}>
            {t('failed.number')}
          </button>
        </>
      )}
      <Return url={returnUrl} main={!payment.retryable} />
    </>
  );
}
