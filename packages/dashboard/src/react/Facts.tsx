import type { MerchantPayment } from '@tsena/shared/merchant';
import { useTexts } from './desk.ts';

/** A list of names and values; what has no value is left out. */
export function FactList({ facts }: { readonly facts: readonly (readonly [name: string, value: string | null])[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** What is known about a payment. */
export function Facts({ payment }: { readonly payment: MerchantPayment }) {
  const { t, money, time } = useTexts();
  const { decision } = payment;
  return (
    <FactList
      facts={[
        [t('payment.order'), payment.attempt > 1 ? `${payment.order} · ${t('payment.attempt', { n: payment.attempt })}` : payment.order],
        [t('payment.payer'), payment.payer],
        [t('payment.description'), payment.description],
        [t('payment.reference'), payment.transactionReference],
        [t('payment.fees'), payment.fees === null ? null : money(payment.fees)],
        [t('payment.created'), time(payment.createdAt)],
        [t('payment.ended'), payment.finalAt === null ? null : time(payment.finalAt)],
        [t('payment.record'), payment.verified === null ? null : t(payment.verified ? 'payment.record.yes' : 'payment.record.no')],
        [t('payment.resolution'), decision === null ? null : `${t(`decision.${decision.resolution}`)}: ${decision.reason}`],
        [t('payment.id'), payment.id],
      ]}
    />
  );
}
