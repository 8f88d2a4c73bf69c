import type { Payment } from '@tsena/shared/checkout';
import { type FormEvent, useRef, useState } from 'react';
import type { Connection } from '../core/pollPayment.ts';
import { useTexts } from '../views/context.ts';
import { Button } from '../views/controls.tsx';
import { ReferenceForm, UnresolvedView } from '../views/UnresolvedView.tsx';
import { RetryTime } from '../views/WaitingView.tsx';
import { isFocused, useAnnounce } from './announcer.ts';
import { ConnectionMessage, ErrorMessage } from './messages.tsx';
import type { Order } from './useOrder.ts';
import { usePaymentRequest } from './usePaymentRequest.ts';
import { useSecondsUntil } from './useServerClock.ts';

/** The companion reads the reference: the operator gives it no format. */
const HAS_LETTER_OR_DIGIT = /[a-z0-9\u0080-\uffff]/i;

interface Props {
  payment: Payment;
  connection: Connection;
  order: Order;
  onRetry(): void;
}

/** Takes the reference of a payment whose outcome is not known. */
export function Unresolved({ payment, connection, order, onRetry }: Props) {
  const { t } = useTexts();
  const announce = useAnnounce();
  const inputRef = useRef<HTMLInputElement>(null);
  const [isInvalid, setIsInvalid] = useState(false);
  const submission = usePaymentRequest((reference) => order.api.submitReference(payment.id, reference), order);
  const retryInSeconds = useSecondsUntil(payment.retryableAt);

  function submit(event: FormEvent) {
    event.preventDefault();
    const reference = inputRef.current?.value ?? '';
    if (HAS_LETTER_OR_DIGIT.test(reference)) {
      submission.send(reference);
      return;
    }
    setIsInvalid(true);
    if (isFocused(inputRef.current)) announce(t('unresolved.hint'));
    inputRef.current?.focus();
  }

  return (
    <UnresolvedView
      payment={payment}
      messages={<ConnectionMessage connection={connection} />}
      reference={
        <ReferenceForm
          fault={isInvalid ? t('unresolved.hint') : undefined}
          messages={<ErrorMessage error={submission.error} />}
          isPending={submission.isPending}
          field={{ ref: inputRef, onInput: () => setIsInvalid(false) }}
          onSubmit={submit}
        />
      }
      retry={payment.retryable ? <Button onClick={onRetry}>{t('noRequest.send')}</Button> : null}
      retryTime={retryInSeconds !== null && <RetryTime seconds={retryInSeconds} />}
    />
  );
}
