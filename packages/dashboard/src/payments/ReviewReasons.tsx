import { describeReview, type MerchantPayment } from '@tsena/shared/merchant';
import { Fragment } from 'react';
import { Button } from '../shared/Button.tsx';
import { useTexts } from '../shared/dashboardContext.ts';
import { useCopy } from '../shared/useCopy.ts';

/** Why a payment needs review, in words; nothing if it does not. */
export function ReviewReasons({ payment }: { readonly payment: MerchantPayment }) {
  const { t, find } = useTexts();
  return payment.reviewReasons.map((reason) => (
    <Fragment key={reason}>
      <p className="reason">
        {describeReview(reason, { ...payment, resolution: payment.resolution?.kind ?? null }, find)}{' '}
        {t(`review.${reason}.do`)}
      </p>
      {reason === 'unresolved' ? <TellCustomer /> : null}
    </Fragment>
  ));
}

/** What the merchant can tell the customer of an unresolved payment, with a button that copies it. */
function TellCustomer() {
  const { t } = useTexts();
  const copy = useCopy();
  const text = t('tell.unresolved');
  return (
    <details className="tell">
      <summary>{t('tell.title')}</summary>
      <blockquote>{text}</blockquote>
      {copy === undefined ? null : (
        <Button onClick={() => copy(text.replace(/^[“«]\s*|\s*[”»]$/g, ''), t('tell.copied'), text)}>
          {t('tell.copy')}
        </Button>
      )}
    </details>
  );
}
