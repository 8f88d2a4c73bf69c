import { findOtherOperator, formatMsisdn, type MsisdnFault, readMsisdn } from '@tsena/shared';
import type { Checkout } from '@tsena/shared/checkout';
import { type FormEvent, type InputEvent, type RefObject, useContext, useEffect, useRef, useState } from 'react';
import type { Api } from '../core/api.ts';
import type { CompanionError } from '../core/companionError.ts';
import { loadNumber, storeNumber } from '../core/deviceStore.ts';
import { initiate } from '../core/initiate.ts';
import type { OwnNumbers } from '../core/ownNumbers.ts';
import { findTypingFault, getFaultTextKey, placeCaret } from '../core/phoneInput.ts';
import { Notice } from '../markup/controls.tsx';
import { FormView } from '../markup/FormView.tsx';
import { AnnouncerContext, ShopContext, useTexts } from './context.ts';
import { isFocused } from './controls.tsx';
import { ConnectionMessage, ErrorMessage } from './messages.tsx';
import { type CompanionCallOptions, useCompanionCall } from './useCompanionCall.ts';

/** A request counts as slow after this time. */
const SLOW_REQUEST_MS = 5_000;

interface Props {
  callOptions: CompanionCallOptions;
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
}

/** The form for the payer's number. */
export function PhoneForm({ api, orderToken, checkout, amount, getCheckout, loadError, typedRef, ownNumbers, callOptions }: Props) {
  const texts = useTexts();
  const { t } = texts;
  const { otherWayText = '' } = useContext(ShopContext);
  const { announce, headingRef } = useContext(AnnouncerContext);
  const inputRef = useRef<HTMLInputElement>(null);
  const checkboxRef = useRef<HTMLInputElement>(null);
  const [storedNumber] = useState(loadNumber);
  const [initialNumber] = useState(() => typedRef.current ?? storedNumber ?? '');
  const [typed, setTyped] = useState(initialNumber);
  const [fault, setFault] = useState<MsisdnFault | null>(null);
  const previous = checkout?.payment ?? null;
  const initiation = useCompanionCall(async (msisdn) => {
    const { payment } = await getCheckout();
    // The shopper must see an existing payment before a new one starts.
    if (payment !== null && payment.id !== previous?.id) return payment;
    const started = await initiate(api, orderToken, msisdn, previous?.id);
    ownNumbers.add(started, msisdn);
    return started;
  }, callOptions);
  const isBusy = initiation.isPending || amount === undefined;
  const isSlow = useIsSlow(initiation.isPending || checkout === undefined);

  const operator = checkout?.operatorName ?? t('operator');

  /** What is wrong with the number, and whose it is. */
  function explain(found: MsisdnFault, number: string): string {
    const text = t(getFaultTextKey(found), { operator });
    if (found !== 'other-operator') return text;
    const other = findOtherOperator(number);
    return other === undefined ? text : `${t('msisdn.other', { other })} ${text}`;
  }

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
      storeNumber(checkboxRef.current?.checked ? reading.msisdn : null);
      void initiation.call(reading.msisdn);
    }
  }

  return (
    <FormView
      texts={texts}
      operator={checkout?.operatorName}
      amount={amount}
      number={initialNumber}
      isRemembered={storedNumber !== null}
      title={previous === null ? undefined : t('retry')}
      lead={previous !== null && previous.status !== 'failed' && t('form.openRequest', { payer: ownNumbers.show(previous) })}
      fault={fault === null ? undefined : explain(fault, typed)}
      notice={fault === 'other-operator' && otherWayText && <Notice text={otherWayText} isError={false} />}
      messages={
        <>
          <ErrorMessage error={initiation.error ?? loadError} />
          <ConnectionMessage connection={isSlow ? 'slow' : 'good'} />
        </>
      }
      pending={initiation.isPending ? t('waiting.sending') : undefined}
      headingRef={headingRef}
      field={{ ref: inputRef, onInput: handleInput, onBlur: handleBlur }}
      remember={{
        ref: checkboxRef,
        onChange({ currentTarget }) {
          if (!currentTarget.checked) storeNumber(null);
        },
      }}
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
