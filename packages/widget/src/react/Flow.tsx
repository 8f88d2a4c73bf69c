import type { QueryClient } from '@tanstack/react-query';
import type { PaymentId } from '@tsena/shared/checkout';
import { useEffect, useRef, useState } from 'react';
import type { Api } from '../core/api.ts';
import type { CompanionError } from '../core/companionError.ts';
import { viewOf } from '../core/flow.ts';
import { keepPayment, recallPayment } from '../core/memory.ts';
import { readAmount } from '../core/read.ts';
import type { Emit } from '../events.ts';
import { Blocked } from './Blocked.tsx';
import { Checked } from './Checked.tsx';
import { useTexts, VoiceContext } from './context.ts';
import { Failed } from './Failed.tsx';
import { Heading } from './Heading.tsx';
import { Trouble } from './Notice.tsx';
import { Paid } from './Paid.tsx';
import { PhoneForm } from './PhoneForm.tsx';
import { Summary } from './Summary.tsx';
import { Unresolved } from './Unresolved.tsx';
import type { Calling } from './useCall.ts';
import { useEvents } from './useEvents.ts';
import { useFocus } from './useFocus.ts';
import { useLive } from './useLive.ts';
import { useOrder } from './useOrder.ts';
import { Waiting } from './Waiting.tsx';

interface Props {
  client: QueryClient;
  orderToken: string;
  api: Api;
  emit: Emit;
}

/** One order, from its first sight to its end. */
export function Flow({ client, orderToken, api, emit }: Props) {
  const { t } = useTexts();
  const order = useOrder(client, api, orderToken);
  const [retryOf, setRetryOf] = useState<PaymentId | null>(null);
  const [remembered] = useState(() => recallPayment(orderToken) !== null);
  const typed = useRef<string>(null);
  const { checkout, error, failure } = order;
  const payment = checkout?.payment ?? null;
  const connection = useLive(api, payment, order.take);

  const paymentId = payment?.id;
  useEffect(() => {
    if (paymentId !== undefined) keepPayment(orderToken, paymentId);
  }, [orderToken, paymentId]);

  useEvents(emit, checkout, error);

  // Of a call that another payment stood in the way of: said beside that payment.
  const [obstacle, setObstacle] = useState<CompanionError | null>(null);
  const calling: Calling = {
    client,
    onPayment(read) {
      setObstacle(null);
      order.take(read);
    },
    onProblem(fault) {
      emit('error', { problem: fault.problem });
      if (fault.payment === null) return;
      setObstacle(fault);
      order.take(fault.payment);
    },
  };
  const amount = checkout?.amount ?? readAmount(orderToken);
  const view = viewOf({ checkout, blocked: error !== null, remembered, retryOf });
  const { status, voice } = useFocus(view);

  function again(fresh: boolean) {
    if (fresh) typed.current = '';
    setRetryOf(paymentId ?? null);
  }

  return (
    <VoiceContext.Provider value={voice}>
      {view !== 'blocked' && <Summary checkout={checkout} amount={(view !== 'form' && payment?.amount) || amount} />}
      <div className="view" data-view={view}>
        {view !== 'form' && <Trouble error={obstacle} />}
        {view === 'form' && (
          <PhoneForm
            api={api}
            orderToken={orderToken}
            checkout={checkout}
            amount={amount}
            readOrder={order.read}
            loadError={failure}
            typed={typed}
            {...calling}
          />
        )}
        {view === 'loading' && <Heading title={t('busy')} />}
        {view === 'blocked' && <Blocked error={error} busy={order.busy} onAgain={order.look} />}
        {payment !== null && (
          <>
            {view === 'waiting' && <Waiting payment={payment} connection={connection} onAgain={again} />}
            {view === 'unresolved' && (
              <Unresolved payment={payment} connection={connection} api={api} {...calling} onAgain={() => again(false)} />
            )}
            {view === 'checked' && <Checked payment={payment} />}
            {view === 'paid' && <Paid payment={payment} returnUrl={checkout?.returnUrl ?? null} />}
            {view === 'failed' && <Failed payment={payment} returnUrl={checkout?.returnUrl ?? null} onAgain={() => again(false)} />}
          </>
        )}
      </div>
      {/* There before its message, or no screen reader hears the first one. */}
      <p className="sr" role="status">
        {status}
      </p>
    </VoiceContext.Provider>
  );
}
