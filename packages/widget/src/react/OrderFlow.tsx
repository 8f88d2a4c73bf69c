import { type Payment, type PaymentId, takesReference } from '@tsena/shared/checkout';
import { useEffect, useRef, useState } from 'react';
import type { Api } from '../core/api.ts';
import type { CompanionError } from '../core/companionError.ts';
import { loadPaymentId, storePaymentId } from '../core/deviceStore.ts';
import type { Emit } from '../core/events.ts';
import { type Answer, selectView, type View } from '../core/flow.ts';
import { type HostedData, linkHostedPages } from '../core/hostedData.ts';
import { OwnNumbers } from '../core/ownNumbers.ts';
import { readOrderToken } from '../core/readOrderToken.ts';
import type { Theme } from '../core/types.ts';
import { Card, Summary } from '../views/Card.tsx';
import { Closed } from '../views/Closed.tsx';
import { Contact } from '../views/Contact.tsx';
import { useTexts } from '../views/context.ts';
import { Heading, Notice } from '../views/controls.tsx';
import { PaymentContent } from '../views/PaymentContent.tsx';
import { ReferenceLink } from '../views/ReferenceForm.tsx';
import { TypedView } from '../views/WaitingView.tsx';
import { AnnounceContext } from './announcer.ts';
import { ConnectionMessage, ErrorMessage } from './messages.tsx';
import { NewRequest } from './NewRequest.tsx';
import { PhoneForm } from './PhoneForm.tsx';
import { Reference } from './Reference.tsx';
import { useAnnouncements } from './useAnnouncements.ts';
import type { Connection } from './useConnection.ts';
import { type Order, useOrder } from './useOrder.ts';
import { usePageEvents } from './usePageEvents.ts';
import { usePayment } from './usePayment.ts';
import { Waiting } from './Waiting.tsx';

interface Props {
  orderToken: string;
  theme: Theme | undefined;
  api: Api;
  emit: Emit;
  /** What the shopper typed before. */
  typed: string | undefined;
  /** Set on a hosted page. */
  hosted: HostedData | undefined;
}

/** The checkout of one order: its summary, and the view for its present state. */
export function OrderFlow({ orderToken, theme, api, emit, typed, hosted }: Props) {
  const { t, getErrorMessage } = useTexts();
  const order = useOrder(api, orderToken, emit, hosted?.checkout);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const typedRef = useRef(typed || null);
  const [ownNumbers] = useState(() => new OwnNumbers(hosted));
  const { checkout, error } = order;
  const payment = checkout?.payment ?? null;
  const connection = usePayment(api, payment, order.setPayment);

  const paymentId = payment?.id;
  const hasStoredPayment = useStoredPayment(orderToken, paymentId);
  usePageEvents(emit, checkout, error);

  // What the order token says is there at once.
  const { amount, description, order: reference } = checkout ?? readOrderToken(orderToken);
  const view = selectView({ checkout, hasFailed: error !== null, hasStoredPayment, answer });
  const { cardRef, announce, liveText } = useAnnouncements(view);

  const shownAmount = (view !== 'form' && payment?.amount) || amount;
  const summary = view !== 'orderError' && (
    <Summary
      isSandbox={checkout?.environment === 'sandbox'}
      merchant={checkout?.partnerName}
      amount={shownAmount}
      description={hosted ? hosted.about : (description ?? reference)}
      hosted={hosted}
    />
  );
  return (
    <AnnounceContext.Provider value={announce}>
      <Card cardRef={cardRef} theme={theme} summary={summary} view={view} liveText={liveText}>
        {view !== 'form' && order.changedError && <ChangedOrder error={order.changedError} payment={payment} />}
        {view === 'form' && (
          <PhoneForm
            orderToken={orderToken}
            order={order}
            amount={amount}
            typedRef={typedRef}
            ownNumbers={ownNumbers}
            hosted={hosted}
            onBack={() => setAnswer(null)}
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
        {payment !== null && (view === payment.view || view === 'typed') && (
          <OrderPayment
            view={view}
            payment={payment}
            payer={ownNumbers.show(payment)}
            order={order}
            connection={connection}
            hasTyped={answer?.paymentId === payment.id && answer.hasTyped}
            onAnswer={(hasTyped) => setAnswer(hasTyped === null ? null : { paymentId: payment.id, hasTyped })}
            hosted={hosted}
          />
        )}
        {hosted && view !== payment?.view && <Contact />}
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

/** Why a request for another amount started no payment. */
function ChangedOrder({ error, payment }: { error: CompanionError; payment: Payment | null }) {
  const { t, formatMoney } = useTexts();
  if (payment?.view !== 'paid') return <ErrorMessage error={error} />;
  return <Notice text={t('paid.already', { amount: formatMoney(payment.amount) })} />;
}

interface OrderPaymentProps extends Pick<Props, 'hosted'> {
  payment: Payment;
  /** The payer's number, as this page may show it. */
  payer: string;
  order: Order;
  connection: Connection;
  view: View;
  hasTyped: boolean;
  /** Whether the secret code was typed; null: the shopper takes the answer back. */
  onAnswer(hasTyped: boolean | null): void;
}

/** The order's payment. On a hosted page, what needs a form of its own is behind the same links as without a script. */
function OrderPayment({ payment, payer, order, connection, view, hasTyped, onAnswer, hosted }: OrderPaymentProps) {
  const links = hosted && linkHostedPages(payment, hosted.query);
  // The link of a hosted page may have ended, which the payment does not say.
  const shown = hosted?.closed ? { ...payment, retryable: false, retryableAt: null } : payment;
  const messages = <ConnectionMessage connection={connection} />;
  const form = links ? <ReferenceLink href={links.reference} /> : <Reference id={payment.id} order={order} />;
  const reference = takesReference(payment) ? form : null;
  if (view === 'typed') return <TypedView reference={reference} messages={messages} onBack={() => onAnswer(null)} />;
  const newRequest = (
    <NewRequest payment={shown} reference={reference} links={links} hasTyped={hasTyped} onAnswer={onAnswer} />
  );
  return (
    <PaymentContent
      payment={payment}
      returnUrl={order.checkout?.returnUrl ?? null}
      isKept={hosted !== undefined}
      registration={hosted?.registration}
      messages={messages}
      waiting={
        <Waiting
          payment={payment}
          payer={payer}
          messages={messages}
          help={newRequest}
          isStale={connection === 'unreachable'}
          links={links}
        />
      }
      reference={reference}
      newRequest={newRequest}
      closed={hosted?.closed}
      links={links}
      onRetry={() => onAnswer(false)}
    />
  );
}
