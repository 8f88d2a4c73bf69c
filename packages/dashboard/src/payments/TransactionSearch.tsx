import { useQuery } from '@tanstack/react-query';
import { readTransactionReference } from '@tsena/shared';
import { transactionSchema } from '@tsena/shared/merchant';
import { useState } from 'react';
import { Button } from '../shared/Button.tsx';
import { useAllowed, useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { FactList } from '../shared/FactList.tsx';
import { QueryFallback } from '../shared/Loaded.tsx';
import { OPERATOR_KEY } from '../shared/useLiveData.ts';
import { writeOperatorAmount } from './operatorAmount.ts';

/**
 * Offers to ask the operator for a transaction that no payment has. It asks only after a press, because each answer is
 * a request to the operator. Shows nothing if the text is no transaction reference, or the key may not ask.
 */
export function TransactionSearch({ text }: { readonly text: string }) {
  const { t } = useTexts();
  const isAllowed = useAllowed('operate');
  const reference = readTransactionReference(text);
  const [asked, setAsked] = useState<string | null>(null);
  if (reference === undefined || !isAllowed) return null;
  return asked === reference ? (
    <TransactionAnswer reference={reference} />
  ) : (
    <Button look="wide" onClick={() => setAsked(reference)}>
      {t('transaction.ask', { reference })}
    </Button>
  );
}

function TransactionAnswer({ reference }: { readonly reference: string }) {
  const texts = useTexts();
  const { t, money, time } = texts;
  const { api } = useDashboard();
  const query = useQuery({
    queryKey: [OPERATOR_KEY, reference],
    queryFn: () => api.request(transactionSchema, `/transactions/${encodeURIComponent(reference)}`),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (query.data === undefined) return <QueryFallback query={query} />;
  const transaction = query.data;
  return (
    <section aria-labelledby="transaction">
      <h2 id="transaction">{t('transaction.title', { reference: transaction.transactionReference })}</h2>
      <FactList
        facts={[
          [t('list.view'), transaction.transactionStatus],
          [t('list.amount'), writeOperatorAmount(transaction, texts)],
          [t('operator.payer'), transaction.debitParty],
          [t('operator.recipient'), transaction.creditParty],
          [t('payment.fees'), transaction.fees === null ? null : money(transaction.fees)],
          [t('payment.created'), transaction.createdAt === null ? null : time(transaction.createdAt)],
          [t('payment.operatorReason'), transaction.failureReason],
        ]}
      />
      {transaction.paymentId === null ? (
        <p>{t('transaction.noPayment')}</p>
      ) : (
        <a className="button" href={`#/payments/${transaction.paymentId}`}>
          {t('transaction.payment')}
        </a>
      )}
    </section>
  );
}
