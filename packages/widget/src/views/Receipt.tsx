import type { Payment } from '@tsena/shared/checkout';
import { writeLocalTime } from '@tsena/shared/merchant';
import type { HostedData } from '../core/hostedData.ts';
import { useTexts } from './context.ts';

/** What only a hosted page has on its receipt, because it stays. */
export interface KeptReceipt {
  /** Whether the page stays, so that it says the amount and the time too. */
  isKept?: boolean | undefined;
  /** What was refunded, and when, ms since 1970. Default: the sum of it. */
  refunds?: readonly { readonly amount: string; readonly at: number }[] | undefined;
  /** How it was paid, unless by a prompt: the name of the line, and what it says. */
  method?: readonly [name: string, text: string] | undefined;
  /** The merchant's. */
  registration?: HostedData['registration'] | undefined;
}

/** Without the operator's fees: the merchant pays them. The time is when it was paid, as on the counter's receipt. */
export function Receipt({ payment, isKept, refunds, method, registration }: KeptReceipt & { payment: Payment }) {
  const { t, formatMoney } = useTexts();
  const sum = payment.amountRefunded === '0' ? [] : [formatMoney(payment.amountRefunded)];
  const givenBack = refunds?.map(({ amount, at }) => `${formatMoney(amount)}, ${writeLocalTime(at)}`) ?? sum;
  const rows = [
    ['NIF', registration?.nif],
    ['STAT', registration?.stat],
    [t('paid.amount'), isKept ? formatMoney(payment.amount) : null],
    ...(method ? [method] : []),
    [t('paid.payer'), payment.payer],
    [t('paid.order'), payment.order],
    [t('paid.receipt'), payment.receiptNumber],
    [t('paid.reference'), payment.transactionReference],
    [t('paid.time'), isKept ? writeLocalTime(Date.parse(payment.paidAt ?? payment.createdAt)) : null],
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
