import type { Payment } from '@tsena/shared/checkout';
import { useTexts } from './context.ts';
import { Heading } from './Heading.tsx';
import { Receipt } from './Receipt.tsx';

/** The operator's record differs from the order, so a person has to look: no new attempt is offered. */
export function Checked({ payment }: { payment: Payment }) {
  const { t, sentence } = useTexts();
  return (
    <>
      <Heading icon="question" title={t('checked.title')}>
        {payment.failure && sentence(payment.failure.code, payment.failure.message)}
      </Heading>
      <Receipt payment={payment} />
    </>
  );
}
