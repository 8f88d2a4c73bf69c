import type { PaymentId } from '@tsena/shared/checkout';
import { useEffect, useRef, useState } from 'react';
import type { Api } from '../core/api.ts';
import type { CompanionError } from '../core/companionError.ts';
import { loadPaymentId, storePaymentId } from '../core/deviceStore.ts';
import { selectView } from '../core/flow.ts';
import { OwnNumbers } from '../core/ownNumbers.ts';
import { linkPages, type PageData } from '../core/pageData.ts';
import { readAmount } from '../core/readAmount.ts';
import type { Emit } from '../events.ts';
import type { Theme } from '../types.ts';
import { Card, Summary } from '../views/Card.tsx';
import { HeadingContext, useTexts } from '../views/context.ts';
import { Button, Heading } from '../views/controls.tsx';
import { Closed, Failed, InReview, Paid } from '../views/outcomes.tsx';
import { AnnounceContext } from './announcer.ts';
import { ErrorMessage } from './messages.tsx';
import { PhoneForm } from './PhoneForm.tsx';
import { Unresolved } from './Unresolved.tsx';
import { useAnnouncements } from './useAnnouncements.ts';
import { useFollowPayment } from './useFollowPayment.ts';
import { useOrder } from './useOrder.ts';
import { usePageEvents } from './usePageEvents.ts';
import type { PaymentRequestOptions } from './usePaymentRequest.ts';
import { Waiting } from './Waiting.tsx';

interface Props {
  orderToken: string;
  theme: Theme | undefined;
  api: Api;
  emit: Emit;
  /** Set on a hosted page. */
  page: PageData | undefined;
}

/** The checkout of one order: its summary, and the view for its present state. */
export function OrderFlow({ orderToken, theme, api, emit, page }: Props) {
  const { t, getErrorMessage } = useTexts();
  const order = useOrder(api, orderToken);
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
  const requestOptions: PaymentRequestOptions = {
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
  const { headingRef, announce, liveText } = useAnnouncements(view);

  function retry({ withOtherNumber = false } = {}) {
    if (withOtherNumber) typedRef.current = '';
    setRetriedPaymentId(paymentId ?? null);
  }

  const shownAmount = (view !== 'form' && payment?.amount) || amount;
  const summary = view !== 'orderError' && (
    <Summary
      isSandbox={checkout?.environment === 'sandbox'}
      merchant={checkout?.partnerName}
      amount={shownAmount}
      description={page ? page.about : (checkout?.description ?? checkout?.order)}
      page={page}
    />
  );
  const retryButton = (
    <Button main onClick={() => retry()}>
      {t('retry')}
    </Button>
  );

  return (
    <AnnounceContext.Provider value={announce}>
      <HeadingContext.Provider value={headingRef}>
        <Card theme={theme} summary={summary} view={view} liveText={liveText}>
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
              requestOptions={requestOptions}
              page={page}
            />
          )}
          {view === 'loading' && <Heading title={t('busy')} />}
          {view === 'orderError' && error && (
            <Closed
              title={t('orderError.title')}
              text={getErrorMessage(error.code, error.problem.detail)}
              onRetry={error.isTransient ? order.load : undefined}
              isLoading={order.isLoading}
            />
          )}
          {payment !== null && (
            <>
              {view === 'waiting' && (
                <Waiting
                  payment={payment}
                  payer={ownNumbers.show(payment)}
                  connection={connection}
                  onRetry={retry}
                  links={page && linkPages(payment.id, page.query)}
                />
              )}
              {view === 'unresolved' && (
                <Unresolved payment={payment} connection={connection} api={api} requestOptions={requestOptions} onRetry={() => retry()} />
              )}
              {view === 'review' && <InReview payment={payment} />}
              {view === 'paid' && <Paid payment={payment} returnUrl={returnUrl} receivedAt={page && Date.parse(payment.updatedAt)} />}
              {view === 'failed' && <Failed payment={payment} returnUrl={returnUrl} retry={payment.retryable && retryButton} />}
            </>
          )}
        </Card>
      </HeadingContext.Provider>
    </AnnounceContext.Provider>
  );
}
