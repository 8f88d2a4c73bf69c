import type { Payment } from '@tsena/shared/checkout';
import { writeLocalTime } from '@tsena/shared/merchant';
import type { Translator } from '../core/texts.ts';
import { Button } from '../shared/Button.tsx';
import { useTexts } from '../shared/dashboardContext.ts';
import { FactList } from '../shared/FactList.tsx';
import type { CounterNames } from './device.ts';

/** The lines of a receipt, below the merchant's name. */
function receiptFacts(
  counter: CounterNames | null,
  payment: Payment,
  { t, money }: Translator,
): (readonly [name: string, value: string | null])[] {
  return [
    ['NIF', counter?.nif ?? null],
    ['STAT', counter?.stat ?? null],
    [t('payment.receipt'), payment.receiptNumber],
    [t('take.paidAmount'), money(payment.amount)],
    [t('method.title'), payment.method === 'reference' ? t('method.byHand') : null],
    [t('payment.payer'), payment.payer],
    [t('payment.order'), payment.order],
    [t('payment.reference'), payment.transactionReference],
    [t('totals.refunded'), payment.amountRefunded === '0' ? null : money(payment.amountRefunded)],
    [t('take.date'), writeLocalTime(Date.parse(payment.paidAt ?? payment.createdAt))],
  ];
}

/**
 * The receipt of a paid payment: on paper of 80 mm or A4, or sent by the phone's own dialog; without one, by e-mail.
 */
export function Receipt({ counter, payment }: { readonly counter: CounterNames | null; readonly payment: Payment }) {
  const texts = useTexts();
  const { t, labelled } = texts;
  const facts = receiptFacts(counter, payment, texts);
  const lines = facts.flatMap(([name, value]) => (value === null ? [] : [labelled(name, value)]));
  const text = [payment.partnerName, ...lines].join('\n');
  return (
    <>
      <section className="receipt" aria-label={t('payment.receipt')}>
        <h2>{payment.partnerName}</h2>
        {payment.environment === 'sandbox' ? <p className="sandbox">{t('app.sandbox')}</p> : null}
        <FactList facts={facts} />
      </section>
      <div className="buttons">
        <Button onClick={() => print()}>{t('take.print')}</Button>
        {typeof navigator.share === 'function' ? (
          // Who closes the dialog rejects the promise, which is no error.
          <Button onClick={() => navigator.share({ text }).catch(() => undefined)}>{t('take.share')}</Button>
        ) : (
          <a
            className="button"
            href={`mailto:?subject=${encodeURIComponent(payment.partnerName)}&body=${encodeURIComponent(text)}`}
          >
            {t('take.email')}
          </a>
        )}
      </div>
    </>
  );
}
