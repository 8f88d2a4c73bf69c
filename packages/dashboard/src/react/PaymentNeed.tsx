import type { MerchantPayment } from '@tsena/shared/merchant';
import { nameFields } from '../core/narrate.ts';
import { writeRoute } from '../core/route.ts';
import { Badge } from './Badge.tsx';
import { useTexts } from './desk.ts';
import { PaymentActions } from './PaymentActions.tsx';

/** A payment that needs a person: why, and what to do. */
export function PaymentNeed({ payment, onDone }: { readonly payment: MerchantPayment; readonly onDone: () => void }) {
  const { money, time } = useTexts();
  return (
    <article className="task">
      <div className="head">
        <h3>
          <a href={writeRoute({ page: 'payment', id: payment.id })}>
            {money(payment.amount)} · {payment.order}
          </a>
        </h3>
        <Badge status={payment.status} />
      </div>
      <p className="soft">
        {payment.payer} · {time(payment.createdAt)}
      </p>
      <Reasons payment={payment} />
      <PaymentActions payment={payment} onDone={onDone} />
    </article>
  );
}

/** Why a payment needs a person, in words. */
export function Reasons({ payment }: { readonly payment: MerchantPayment }) {
  const texts = useTexts();
  return payment.attention.map((reason) => (
    <p key={reason} className="why">
      {texts.t(`needs.${reason}`, { fields: nameFields(payment.mismatch ?? [], texts) })}
    </p>
  ));
}
