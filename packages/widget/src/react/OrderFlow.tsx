import type { QueryClient } from '@tanstack/react-query';
import type { PaymentId } from '@tsena/shared/checkout';
import { useEffect, useRef, useState } from 'react';
import type { Api } from '../core/api.ts';
import type { CompanionError } from '../core/companionError.ts';
import { loadPaymentId, storePaymentId } from '../core/deviceStore.ts';
import { selectView } from '../core/flow.ts';
import { OwnNumbers } from '../core/ownNumbers.ts';
import { readAmount } from '../core/readAmount.ts';
import type { Emit } from '../events.ts';
import { Card, Summary } from '../markup/Card.tsx';
import type { Theme } from '../types.ts';
import { AnnouncerContext, useTexts } from './context.ts';
import { Heading } from './controls.tsx';
import { ErrorMessage } from './messages.tsx';
import { Failed, InReview, OrderError, Paid } from './outcomes.tsx';
import { PhoneForm } from './PhoneForm.tsx';
import { Unresolved } from './Unresolved.tsx';
import { useAnnouncements } from './useAnnouncements.ts';
import type { CompanionCallOptions } from './useCompanionCall.ts';
import { useFollowPayment } from './useFollowPayment.ts';
import { useOrder } from './useOrder.ts';
import { usePageEvents } from './usePageEvents.ts';
import { Waiting } from './Waiting.tsx';

interface Props {
  client: QueryClient;
  orderToken: string;
  theme: Theme | undefined;
  api: Api;
  emit: Emit;
}

/** The checkout of one order: its summary, and the view for its present state. */
export function OrderFlow({ client, orderToken, theme, api, emit }: Props) {
  const texts = useTexts();
  const { t, formatMoney } = texts;
  const order = useOrder(client, api, orderToken);
  const [retriedPaymentId, setRetriedPaymentId] = useState<PaymentId | null>(null);
  const [hasStoredPayment] = useState(() => loadPaymentId(orderToken) !== null);
  const typedRef = useRef<string>(null);
  const [ownNumbers] = useState(() => new OwnNumbers());
  const { checkout, error, requestError } = order;
  const payment = checkout?.payment ?? null;
  const returnUrl = checkout?.returnUrl ?? null;
  const connection = useFollowPayment(api, payment, order.setPayment);

  const paymentId = payment?.id;
  useEffect(() => {
    if (paymentId !== undefined) storePaymentId(orderToken, paymentId);
  }, [orderToken, paymentId]);

  usePageEvents(emit, checkout, error);

  // The error of a request that the order's payment prevented. It is shown together with that payment.
  const [orderChangedError, setOrderChangedError] = useState<CompanionError | null>(null);
  const callOptions: CompanionCallOptions = {
    onPayment(received) {
      setOrderChangedError(null);
      order.setPayment(received);
    },
    onError(reason) {
      emit('error', { problem: reason.problem });
      if (reason.payment === null) return;
      setOrderChangedError(reason);
      order.setPayment(reason.payment);
    },
  };
  const amount = checkout?.amount ?? readAmount(orderToken);
  const view = selectView({ checkout, hasFailed: error !== null, hasStoredPayment, retriedPaymentId });
  const { announcer, liveText } = useAnnouncements(view);

  function retry({ withOtherNumber = false } = {}) {
    if (withOtherNumber) typedRef.current = '';
    setRetriedPaymentId(paymentId ?? null);
  }

  const shownAmount = (view !== 'form' && payment?.amount) || amount;
  const summary = view !== 'orderError' && (
    <Summary
      sandbox={checkout?.environment === 'sandbox' ? t('summary.sandbox') : undefined}
      merchant={checkout && t('summary.to', { partner: checkout.partnerName })}
      amount={shownAmount && formatMoney(shownAmount)}
      description={checkout && (checkout.description ?? checkout.order)}
    />
  );

  return (
    <AnnouncerContext.Provider value={announcer}>
      <Card texts={texts} theme={theme} summary={summary} view={view} liveText={liveText}>
        {view !== 'form' && <ErrorMessage error={orderChangedError} />}
        {view === 'form' && (
          <PhoneForm
            api={api}
            orderToken={orderToken}
            checkout={checkout}
            amount={amount}
            getCheckout={order.getCheckout}
            loadError={requestError}
            typedRef={typedRef}
            ownNumbers={ownNumbers}
            callOptions={callOptions}
          />
        )}
        {view === 'loading' && <Heading title={t('busy')} />}
        {view === 'orderError' && <OrderError error={error} isLoading={order.isLoading} onRetry={order.load} />}
        {payment !== null && (
          <>
            {view === 'waiting' && <Waiting payment={payment} payer={ownNumbers.show(payment)} connection={connection} onRetry={retry} />}
            {view === 'unresolved' && (
              <Unresolved payment={payment} connection={connection} api={api} callOptions={callOptions} onRetry={() => retry()} />
            )}
            {view === 'review' && <InReview payment={payment} />}
            {view === 'paid' && <Paid payment={payment} returnUrl={returnUrl} />}
            {view === 'failed' && <Failed payment={payment} returnUrl={returnUrl} onRetry={() => retry()} />}
          </>
        )}
      </Card>
    </AnnouncerContext.Provider>
  );
}
