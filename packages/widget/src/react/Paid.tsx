import type { Payment } from '@tsena/shared/checkout';
import { useTexts } from './context.ts';
import { Heading } from './Heading.tsx';
import { Receipt } from './Receipt.tsx';
import { Return } from './Return.tsx';

/** The operator says that it is paid. */
export function Paid({ payment, returnUrl }: { payment: Payment; returnUrl: string | null }) {
  const { t } = useTexts();
  return (
    <>
      <Heading icon="tick" title={t('paid.title')}>
        {t('paid.lead', { partner: payment.partnerName })}
      </Heading>
      <Receipt payment={payment} />
      <Return url={returnUrl} main />
    </>
  );
}
