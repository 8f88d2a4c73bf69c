import type { Payment, PaymentId } from '@tsena/shared/checkout';
import { useEffect, useRef, useState } from 'react';
import type { Api } from '../core/api.ts';
import { loadPaymentId, storePaymentId } from '../core/deviceStore.ts';
import { selectView, type View } from '../core/flow.ts';
import { OwnNumbers } from '../core/ownNumbers.ts';
import { linkPages, type PageData } from '../core/pageData.ts';
import type { Connection } from '../core/pollPayment.ts';
import { readOrderToken } from '../core/readOrderToken.ts';
import type { Emit } from '../events.ts';
import type { Theme } from '../types.ts';
import { Card, Summary } from '../views/Card.tsx';
import { useTexts } from '../views/context.ts';
import { Button, Heading } from '../views/controls.tsx';
import { Closed, Failed, InReview, Paid } from '../views/outcomes.tsx';
import { AnnounceContext } from './announcer.ts';
import { ConnectionMessage, ErrorMessage } from './messages.tsx';
import { PhoneForm } from './PhoneForm.tsx';
import { Unresolved } from './Unresolved.tsx';
import { useAnnouncements } from './useAnnouncements.ts';
import { useFollowPayment } from './useFollowPayment.ts';
import { type Order, useOrder } from './useOrder.ts';
import { usePageEvents } from './usePageEvents.ts';
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
  const order = useOrder(api, orderToken, emit, page?.checkout);
  const [retriedPaymentId, setRetriedPaymentId] = useState<PaymentId | null>(null);
  const typedRef = useRef<string>(null);
  const [ownNumbers] = useState(() => new OwnNumbers(page));
  const { checkout, error } = order;
  const payment = checkout?.payment ?? null;
  const connection = useFollowPayment(api, payment, order.setPayment);

  const paymentId = payment?.id;
  const hasStoredPayment = useStoredPayment(orderToken, paymentId);
  usePageEvents(emit, checkout, error);

  const amount = checkout?.amount ?? readOrderToken(orderToken).amount;
  const view = selectView({ checkout, hasFailed: error !== null, hasStoredPayment, retriedPaymentId });
  const { cardRef, announce, liveText } = useAnnouncements(view);

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
  return (
    <AnnounceContext.Provider value={announce}>
      <Card cardRef={cardRef} theme={theme} summary={summary} view={view} liveText={liveText}>
        {view !== 'form' && <ErrorMessage error={order.changedError} />}
        {view === 'form' && (
          <PhoneForm orderToken={orderToken} order={order} amount={amount} typedRef={typedRef} ownNumbers={ownNumbers} page={page} />
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
          <PaymentView
            view={view}
            payment={payment}
            payer={ownNumbers.show(payment)}
            order={order}
            connection={connection}
            onRetry={retry}
            page={page}
          />
        )}
      </Card>
    </AnnounceContext.Provider>
  );
}

/** Keeps the order's payment on this device, and returns whether there was one when the page opened. */
function useStoredPayment(orderToken: string, id: PaymentId | undefined): boolean {
  const [hasStored] = useState(() => loadPaymentId(orderToken) !== null);
  useEffect(() => {
    if (id !== undefined) storePaymentId(orderToken, id);
  }, [orderToken, id]);
  return hasStored;
}

interface PaymentViewProps extends Pick<Props, 'page'> {
  view: View;
  payment: Payment;
  /** The payer's number, as this page may show it. */
  payer: string;
  order: Order;
  connection: Connection;
  onRetry(options?: { withOtherNumber?: boolean }): void;
}

/** The view of the order's payment. */
function PaymentView({ view, payment, payer, order, connection, onRetry, page }: PaymentViewProps) {
  const { t } = useTexts();
  const returnUrl = order.checkout?.returnUrl ?? null;
  const retry = () => onRetry();
  switch (view) {
    case 'waiting': {
      const links = page && linkPages(payment.id, page.query);
      return <Waiting payment={payment} payer={payer} connection={connection} onRetry={onRetry} links={links} />;
    }
    case 'unresolved':
      return <Unresolved payment={payment} connection={connection} order={order} onRetry={retry} />;
    case 'confirming':
    case 'review':
      return <InReview payment={payment} messages={<ConnectionMessage connection={connection} />} />;
    case 'paid':
      return (
        <Paid
          payment={payment}
          returnUrl={returnUrl}
          receivedAt={page && Date.parse(payment.updatedAt)}
          registration={page?.registration}
        />
      );
    case 'failed':
      return (
        <Failed
          payment={payment}
          returnUrl={returnUrl}
          retry={
            payment.retryable && (
              <Button main onClick={retry}>
                {t('retry')}
              </Button>
            )
          }
        />
      );
    default:
      return null;
  }
}
