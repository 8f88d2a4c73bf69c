import type { Payment } from '@tsena/shared/checkout';
import { Button } from './Button.tsx';
import { useTexts } from './context.ts';
import { Heading } from './Heading.tsx';
import { Return } from './Return.tsx';

interface Props {
  payment: Payment;
  returnUrl: string | null;
  onAgain(): void;
}

/** The operator says that it failed: why, and what to do next. */
export function Failed({ payment, returnUrl, onAgain }: Props) {
  const { t, sentence } = useTexts();
  return (
    <>
      <Heading icon="cross" title={t('failed.title')}>
        {payment.failure && sentence(payment.failure.code, payment.failure.message)}
      </Heading>
      {payment.retryable && (
        <Button main onClick={onAgain}>
          {t('again')}
        </Button>
      )}
      <Return url={returnUrl} main={!payment.retryable} />
    </>
  );
}
