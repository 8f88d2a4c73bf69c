import type { Payment } from '@tsena/shared/checkout';
import type { ReferenceCheck, ReferenceChecks } from '@tsena/shared/merchant';
import { useCallback, useEffect, useState } from 'react';
import { ChecksToday } from '../references/ChecksToday.tsx';
import { SmsCheck } from '../references/SmsCheck.tsx';
import { Button } from '../shared/Button.tsx';
import { useTexts } from '../shared/dashboardContext.ts';
import { Alert } from '../shared/ErrorText.tsx';
import type { CounterApi } from './counterApi.ts';

interface CheckSmsProps {
  readonly api: CounterApi;
  /** The amount that is typed, whole Ariary as digits; null without one. */
  readonly amount: string | null;
  /** Why the last sale was refused. */
  readonly refusal: string | null;
  /** Records a sale that was paid by hand. */
  readonly onSell: (amount: string, transactionReference: string) => void;
  /** Shows a payment of the counter. */
  readonly onPayment: (payment: Payment) => void;
  readonly onBack: () => void;
}

/** Checks the SMS that a customer shows. A tap on the green verdict records the sale. */
export function CheckSms({ api, amount, refusal, onSell, onPayment, onBack }: CheckSmsProps) {
  const { t, money, describe } = useTexts();
  const [checks, setChecks] = useState<ReferenceChecks['data']>([]);
  const [failure, setFailure] = useState<string | null>(null);
  // The list is a help: without an answer, it stays as it is.
  const list = useCallback(
    () =>
      void api.checks().then(
        ({ data }) => setChecks(data),
        () => undefined,
      ),
    [api],
  );
  useEffect(list, [list]);

  function complete(id: string, reference: string) {
    api.submitReference(id, reference).then(onPayment, (error: unknown) => setFailure(describe(error)));
  }
  function actions({ canSell, reference, amount: paid, amountMatches, paymentId, canComplete }: ReferenceCheck) {
    if (canSell && paid !== null && amountMatches !== false) {
      return (
        <Button look="primary" onClick={() => onSell(paid, reference)}>
          {t('sms.sell', { amount: money(paid) })}
        </Button>
      );
    }
    return canComplete && paymentId !== null ? (
      <Button look="primary" onClick={() => complete(paymentId, reference)}>
        {t('sms.complete')}
      </Button>
    ) : null;
  }

  return (
    <section className="stack" aria-labelledby="sms">
      <div className="title">
        <h1 id="sms">{t('sms.title')}</h1>
        <Button onClick={onBack}>{t('app.back')}</Button>
      </div>
      <SmsCheck
        check={api.check}
        amount={amount}
        firstFailure={refusal}
        startsFocused
        actions={actions}
        onChecked={list}
      />
      <Alert>{failure}</Alert>
      <ChecksToday checks={checks} />
    </section>
  );
}
