import { isOpenView } from '@tsena/shared/checkout';
import { type ChangeEvent, type FormEvent, type RefObject, useRef, useState } from 'react';
import { loadNumber, storeNumber } from '../core/deviceStore.ts';
import type { HostedData } from '../core/hostedData.ts';
import { initiate } from '../core/initiate.ts';
import type { OwnNumbers } from '../core/ownNumbers.ts';
import { useTexts } from '../views/context.ts';
import { Button, Notice } from '../views/controls.tsx';
import { FormView } from '../views/FormView.tsx';
import { explainFailure } from '../views/PaymentContent.tsx';
import { RetryChecks } from '../views/WaitingView.tsx';
import { ConnectionMessage, ErrorMessage } from './messages.tsx';
import { useIsSlow } from './useIsSlow.ts';
import { useNumberField } from './useNumberField.ts';
import type { Order } from './useOrder.ts';
import { usePaymentRequest } from './usePaymentRequest.ts';

interface Props {
  orderToken: string;
  /** The shopper can already type the number while it loads. */
  order: Order;
  /** The order's amount, as soon as it is known. */
  amount: string | undefined;
  /** The number that the shopper typed before, kept across views. */
  typedRef: RefObject<string | null>;
  /** Receives the number of the payment that this form starts. */
  ownNumbers: OwnNumbers;
  /**
   * Set on a hosted page: how the form works without a script, if it was there before the script. No number is
   * remembered there.
   */
  hosted: Pick<HostedData, 'form' | 'note'> | undefined;
  /** Goes back to the payment that is still open. */
  onBack(): void;
}

/** Takes the payer's number, and starts the payment. */
export function PhoneForm(props: Props) {
  const { orderToken, order, amount, typedRef, ownNumbers, hosted, onBack } = props;
  const { api, checkout, requestError, getCheckout } = order;
  const texts = useTexts();
  const { t, otherWayText } = texts;
  const checkboxRef = useRef<HTMLInputElement>(null);
  const [storedNumber] = useState(() => (hosted ? null : loadNumber()));
  const previous = checkout?.payment ?? null;
  const openRequest = previous !== null && isOpenView(previous.view) ? previous : null;
  const operator = checkout?.operatorName;
  const { send, isPending, isHeld, error, clearError } = usePaymentRequest(async (msisdn) => {
    const { payment } = await getCheckout();
    // The shopper must see an existing payment before a new one starts.
    if (payment !== null && payment.id !== previous?.id) return payment;
    const started = await initiate(api, orderToken, msisdn, previous?.id);
    ownNumbers.add(started, msisdn);
    return started;
  }, order);
  const isSlow = useIsSlow(isPending || checkout === undefined);
  const number = useNumberField({ typedRef, stored: storedNumber ?? '', operator, onInput: clearError });

  function submit(event: FormEvent) {
    event.preventDefault();
    const msisdn = number.read();
    if (msisdn === null || isPending || isHeld || amount === undefined) return;
    if (!hosted) storeNumber(checkboxRef.current?.checked ? msisdn : null);
    send(msisdn);
  }

  const remember = {
    ref: checkboxRef,
    defaultChecked: storedNumber !== null,
    onChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
      if (!currentTarget.checked) storeNumber(null);
    },
  };
  const form = (
    <FormView
      operator={operator}
      amount={amount}
      number={number.initial}
      title={previous === null ? undefined : t(openRequest ? 'noRequest.send' : 'retry')}
      lead={openRequest ? t('form.openRequest') : previous ? explainFailure(texts, previous) : hosted?.note}
      fault={number.faultText}
      notice={number.isOfOtherOperator && otherWayText && <Notice text={otherWayText} />}
      messages={
        <>
          <ErrorMessage error={error ?? requestError} isSafe={previous === null} />
          <ConnectionMessage connection={isSlow ? 'slow' : 'good'} />
        </>
      }
      pending={isPending ? t('waiting.sending') : isHeld ? t('busy') : undefined}
      field={number.field}
      plain={hosted?.form ?? undefined}
      remember={hosted ? undefined : remember}
      onSubmit={submit}
    >
      {openRequest && <RetryChecks payer={ownNumbers.show(openRequest)} />}
    </FormView>
  );
  return openRequest ? (
    <>
      {form}
      <Button onClick={onBack}>{t('noRequest.wait')}</Button>
    </>
  ) : (
    form
  );
}
