import type { MerchantPayment } from '@tsena/shared/merchant';
import { remainingOf } from '../core/actions.ts';
import type { Translator } from '../core/texts.ts';
import { writeName } from '../core/writeName.ts';
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
  const texts = useTexts();
  const { t, money, time } = texts;
  const { order, attemptNumber, resolution, amountRefunded } = payment;
  return (
    <FactList
      facts={[
        [t('payment.order'), attemptNumber > 1 ? `${order} · ${t('payment.attempt', { n: attemptNumber })}` : order],
        [t('payment.payer'), payment.payer],
        [t('payment.description'), payment.description],
        [t('payment.reference'), payment.transactionReference],
        [t('refund.refunded'), amountRefunded === '0' ? null : money(amountRefunded)],
        [t('refund.remaining'), amountRefunded === '0' ? null : money(String(remainingOf(payment)))],
        [t('payment.fees'), payment.fees === null ? null : money(payment.fees)],
        [t('payment.created'), time(payment.createdAt)],
        [t('payment.finalAt'), payment.finalAt === null ? null : time(payment.finalAt)],
        [t('payment.operatorReason'), payment.failure?.reason ?? null],
        [t('payment.operatorTime'), payment.failure?.errorDateTime ?? null],
        [t('payment.verified'), payment.verified === null ? null : t(payment.verified ? 'payment.verified.yes' : 'payment.verified.no')],
        [t('payment.resolution'), resolution === null ? null : writeResolution(resolution, texts)],
        [t('payment.id'), payment.id],
      ]}
    />
  );
}

function writeResolution({ resolution, reason, by }: NonNullable<MerchantPayment['resolution']>, texts: Translator): string {
  const text = texts.labelled(texts.t(`resolution.${resolution}`), reason);
  return by === null ? text : `${text} · ${writeName(by, texts)}`;
}
