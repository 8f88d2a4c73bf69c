import type { MerchantPayment } from '@tsena/shared/merchant';
import { useTexts } from './dashboardContext.ts';

/** A list of names and values. A fact whose value is null is left out. */
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

/** The facts of a payment. */
export function PaymentFacts({ payment }: { readonly payment: MerchantPayment }) {
  const { t, money, time } = useTexts();
  const { order, attemptNumber, resolution } = payment;
  return (
    <FactList
      facts={[
        [t('payment.order'), attemptNumber > 1 ? `${order} · ${t('payment.attempt', { n: attemptNumber })}` : order],
        [t('payment.payer'), payment.payer],
        [t('payment.description'), payment.description],
        [t('payment.reference'), payment.transactionReference],
        [t('payment.fees'), payment.fees === null ? null : money(payment.fees)],
        [t('payment.created'), time(payment.createdAt)],
        [t('payment.finalAt'), payment.finalAt === null ? null : time(payment.finalAt)],
        [t('payment.operatorReason'), payment.failure?.reason ?? null],
        [t('payment.operatorTime'), payment.failure?.errorDateTime ?? null],
        [t('payment.verified'), payment.verified === null ? null : t(payment.verified ? 'payment.verified.yes' : 'payment.verified.no')],
        [t('payment.resolution'), resolution === null ? null : `${t(`resolution.${resolution.resolution}`)}: ${resolution.reason}`],
        [t('payment.id'), payment.id],
      ]}
    />
  );
}
