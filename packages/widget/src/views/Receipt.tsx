import type { Payment } from '@tsena/shared/checkout';
import { writeLocalTime } from '@tsena/shared/merchant';
import type { PageData } from '../core/pageData.ts';
import { useTexts } from './context.ts';

/** What only a hosted page has on its receipt, because it stays. */
export interface KeptReceipt {
  /** When the money was received, ms since 1970. */
  receivedAt?: number | undefined;
  /** What was given back, and when, ms since 1970. Default: the sum of it. */
  refunds?: readonly { readonly amount: string; readonly at: number }[] | undefined;
  /** The merchant's. */
  registration?: PageData['registration'] | undefined;
}

/**
 * Without the operator's fees: the merchant pays them. A hosted page is kept or printed, so it says the amount and the
 * time too.
 */
export function Receipt({ payment, receivedAt, refunds, registration }: KeptReceipt & { payment: Payment }) {
  const { t, formatMoney } = useTexts();
  const isKept = receivedAt !== undefined;
  const sum = payment.amountRefunded === '0' ? [] : [formatMoney(payment.amountRefunded)];
  const givenBack = refunds?.map(({ amount, at }) => `${formatMoney(amount)}, ${writeLocalTime(at)}`) ?? sum;
  const rows = [
    ['NIF', registration?.nif],
    ['STAT', registration?.stat],
    [t('paid.amount'), isKept ? formatMoney(payment.amount) : null],
    [t('paid.payer'), payment.payer],
    [t('paid.order'), payment.order],
    [t('paid.receipt'), payment.receiptNumber],
    [t('paid.reference'), payment.transactionReference],
    [t('paid.time'), isKept ? writeLocalTime(receivedAt) : null],
    ...givenBack.map((text) => [t('paid.refunded'), text]),
  ];
  return (
    <dl part="receipt">
      {rows.map(
        ([name, value]) =>
          value && (
            <div key={`${name} ${value}`}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
