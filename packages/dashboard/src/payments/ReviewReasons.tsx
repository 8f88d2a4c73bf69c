import type { MerchantPayment } from '@tsena/shared/merchant';
import { Fragment } from 'react';
import { nameFields } from '../history/describeEvent.ts';
import { useTexts } from '../shared/dashboardContext.ts';
import { TellCustomer } from './TellCustomer.tsx';

/** Why a payment needs review, in words; nothing if it does not. */
export function ReviewReasons({ payment }: { readonly payment: MerchantPayment }) {
  const texts = useTexts();
  return payment.reviewReasons.map((reason) => (
    <Fragment key={reason}>
      <p className="reason">{texts.t(`review.${reason}`)}</p>
      {reason === 'details_mismatch' ? <p>{texts.t('review.fields', { fields: nameFields(payment.differences ?? [], texts) })}</p> : null}
      {reason === 'unresolved' ? <TellCustomer /> : null}
    </Fragment>
  ));
}
