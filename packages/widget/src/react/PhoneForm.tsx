import { formatMsisdn, type MsisdnFault, readMsisdn } from '@tsena/shared';
import type { Checkout } from '@tsena/shared/checkout';
import { type FormEvent, type InputEvent, type RefObject, useContext, useEffect, useRef, useState } from 'react';
import type { Api } from '../core/api.ts';
import type { CompanionError } from '../core/companionError.ts';
import { loadNumber, storeNumber } from '../core/deviceStore.ts';
import { initiate } from '../core/initiate.ts';
import type { OwnNumbers } from '../core/ownNumbers.ts';
import { findTypingFault, placeCaret } from '../core/phoneInput.ts';
import { ShopContext, useTexts } from '../views/context.ts';
import { Notice, type PlainForm } from '../views/controls.tsx';
import { explainFault, FormView } from '../views/FormView.tsx';
import { isFocused, useAnnounce } from './announcer.ts';
import { ConnectionMessage, ErrorMessage } from './messages.tsx';
import { type PaymentRequestOptions, usePaymentRequest } from './usePaymentRequest.ts';

/** A request counts as slow after this time. */
const SLOW_REQUEST_MS = 5_000;

interface Props {
  requestOptions: PaymentRequestOptions;
  api: Api;
  orderToken: string;
  /** Undefined while the order loads. The shopper can already type the number. */
  checkout: Checkout | undefined;
  /** The order's amount, as soon as it is known. */
  amount: string | undefined;
  /** Returns the order, and waits for it while it loads. */
  getCheckout(): Promise<Checkout>;
  /** Why the order could not be loaded so far. */
  loadError: CompanionError | null;
  /** The number that the shopper typed before, kept across views. */
  typedRef: RefObject<string | null>;
  /** Receives the number of the payment that this form starts. */
  ownNumbers: OwnNumbers;
  /** Set on a hosted page: how the form works without a script, if it was there before the script. No number is remembered there. */
  page: { readonly form: PlainForm | null } | undefined;
}

/** Takes the payer's number, and starts the payment. */
export function PhoneForm(props: Props) {
  const { api, orderToken, checkout, amount, getCheckout, loadError, typedRef, ownNumbers, requestOptions, page } = props;
  const texts = useTexts();
  const { t } = texts;
  const { otherWayText = '' } = useContext(ShopContext);
  const announce = useAnnounce();
  const inputRef = useRef<HTMLInputElement>(null);
  const checkboxRef = useRef<HTMLInputElement>(null);
  const [storedNumber] = useState(() => (page ? null : loadNumber()));
  const [initialNumber] = useState(() => typedRef.current ?? storedNumber ?? '');
  const [typed, setTyped] = useState(initialNumber);
  const [fault, setFault] = useState<MsisdnFault | null>(null);
  const previous = checkout?.payment ?? null;
  const initiation = usePaymentRequest(async (msisdn) => {
    const { payment } = await getCheckout();
    // The shopper must see an existing payment before a new one starts.
    if (payment !== null && payment.id !== previous?.id) return payment;
    const started = await initiate(api, orderToken, msisdn, previous?.id);
    ownNumbers.add(started, msisdn);
    return started;
  }, requestOptions);
  const isBusy = initiation.isPending || amount === undefined;
  const isSlow = useIsSlow(initiation.isPending || checkout === undefined);

  const operator = checkout?.operatorName;
  const explain = (found: MsisdnFault, number: string) => explainFault(texts, found, number, operator);

  function announceFault(found: MsisdnFault, number: string): void {
    announce(`${explain(found, number)} ${found === 'other-operator' ? otherWayText : ''}`.trim());
  }

  function handleInput({ currentTarget }: InputEvent<HTMLInputElement>) {
    const { value, selectionStart } = currentTarget;
    // Twice: what stood around a pasted number hides how it begins.
    const formatted = formatMsisdn(formatMsisdn(value));
    const caret = placeCaret(value, selectionStart ?? value.length, formatted);
    currentTarget.value = formatted;
    // In another field, some browsers would move the focus.
    if (isFocused(currentTarget)) currentTarget.setSelectionRange(caret, caret);
    typedRef.current = formatted;
    setTyped(formatted);
    initiation.clearError();
    // The formatted number decides: a pasted one may have stood between letters.
    const found = readMsisdn(formatted).ok ? null : findTypingFault(value);
    if (found !== null && found !== fault) announceFault(found, formatted);
    setFault(found);
  }

  // A browser, or a shopper who was faster than the script, may have filled the field in.
  useEffect(() => {
    const input = inputRef.current;
    if (input === null) return;
    if (input.form !== null) input.form.noValidate = true;
    if (input.value !== input.defaultValue) input.dispatchEvent(new Event('input', { bubbles: true }));
  }, []);

  function handleBlur({ currentTarget }: { currentTarget: HTMLInputElement }) {
    const reading = readMsisdn(currentTarget.value);
    if (currentTarget.value !== '' && !reading.ok) setFault(reading.fault);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const number = inputRef.current?.value ?? '';
    const reading = readMsisdn(number);
    if (!reading.ok) {
      setFault(reading.fault);
      // A screen reader reads the note when the field receives the focus, but not if it has the focus already.
      if (isFocused(inputRef.current)) announceFault(reading.fault, number);
      inputRef.current?.focus();
    } else if (!isBusy) {
      if (!page) storeNumber(checkboxRef.current?.checked ? reading.msisdn : null);
      initiation.send(reading.msisdn);
    }
  }

  return (
    <FormView
      operator={operator}
      amount={amount}
      number={initialNumber}
      title={previous === null ? undefined : t('retry')}
      lead={previous !== null && previous.status !== 'failed' && t('form.openRequest', { payer: ownNumbers.show(previous) })}
      fault={fault === null ? undefined : explain(fault, typed)}
      notice={fault === 'other-operator' && otherWayText && <Notice text={otherWayText} />}
      messages={
        <>
          <ErrorMessage error={initiation.error ?? loadError} />
          <ConnectionMessage connection={isSlow ? 'slow' : 'good'} />
        </>
      }
      pending={initiation.isPending ? t('waiting.sending') : undefined}
      field={{ ref: inputRef, onInput: handleInput, onBlur: handleBlur }}
      plain={page?.form ?? undefined}
      remember={
        page
          ? undefined
          : {
              ref: checkboxRef,
              defaultChecked: storedNumber !== null,
              onChange({ currentTarget }) {
                if (!currentTarget.checked) storeNumber(null);
              },
            }
      }
      onSubmit={submit}
    />
  );
}

/** Returns whether a request has been under way for {@link SLOW_REQUEST_MS}. */
function useIsSlow(isPending: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setIsSlow(true), SLOW_REQUEST_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isPending]);
  return isSlow;
}
