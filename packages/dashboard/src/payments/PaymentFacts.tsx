import type { MerchantPayment } from '@tsena/shared/merchant';
import type { Translator } from '../core/texts.ts';
import { withName } from '../core/writeName.ts';
import { remainingOf } from '../refunds/remaining.ts';
import { useTexts } from '../shared/dashboardContext.ts';
import { FactList } from '../shared/FactList.tsx';

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
        [t('payment.receipt'), payment.receiptNumber],
        [t('payment.reference'), payment.transactionReference],
        [t('totals.refunded'), amountRefunded === '0' ? null : money(amountRefunded)],
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

function writeResolution({ kind, reason, by }: NonNullable<MerchantPayment['resolution']>, texts: Translator): string {
  return withName(texts.labelled(texts.t(`resolution.${kind}`), reason), by, texts);
}
