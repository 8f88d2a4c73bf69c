import { findOtherOperator, formatMsisdn, type MsisdnFault, readMsisdn } from '@tsena/shared';
import type { Checkout } from '@tsena/shared/checkout';
import { type FormEvent, type InputEvent, type RefObject, useContext, useEffect, useRef, useState } from 'react';
import type { Api } from '../core/api.ts';
import type { CompanionError } from '../core/companionError.ts';
import { loadNumber, storeNumber } from '../core/deviceStore.ts';
import { initiate } from '../core/initiate.ts';
import type { OwnNumbers } from '../core/ownNumbers.ts';
import { findTypingFault, getFaultTextKey, placeCaret } from '../core/phoneInput.ts';
import { ShopContext, useAnnounce, useTexts } from './context.ts';
import { Button, Field, Heading, isFocused } from './controls.tsx';
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
  const { t, formatMoney } = useTexts();
  const { otherWayText = '' } = useContext(ShopContext);
  const announce = useAnnounce();
  const inputRef = useRef<HTMLInputElement>(null);
  const checkboxRef = useRef<HTMLInputElement>(null);
  const [storedNumber] = useState(loadNumber);
  const [initialValue] = useState(() => formatMsisdn(typedRef.current ?? storedNumber ?? ''));
  const [typed, setTyped] = useState(initialValue);
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
  const label = t('form.label', { operator });

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
    currentTarget.setSelectionRange(caret, caret);
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
    const reading = readMsisdn(inputRef.current?.value ?? '');
    if (!reading.ok) {
      setFault(reading.fault);
      // A screen reader reads the note when the field receives the focus, but not if it has the focus already.
      if (isFocused(inputRef.current)) announceFault(reading.fault, typed);
      inputRef.current?.focus();
    } else if (!isBusy) {
      storeNumber(checkboxRef.current?.checked ? reading.msisdn : null);
      void initiation.call(reading.msisdn);
    }
  }

  return (
    <form onSubmit={submit} noValidate part="form">
      <Heading title={t(previous === null ? 'form.title' : 'retry', { operator })}>
        {previous !== null && previous.status !== 'failed' && t('form.openRequest', { payer: ownNumbers.show(previous) })}
      </Heading>
      <Field
        inputRef={inputRef}
        label={checkout?.operatorName ? label : label.charAt(0).toUpperCase() + label.slice(1)}
        note={fault === null ? t('form.hint') : explain(fault, typed)}
        isInvalid={fault !== null}
        attributes={{
          type: 'tel',
          name: 'tel',
          inputMode: 'tel',
          autoComplete: 'tel',
          enterKeyHint: 'go',
          defaultValue: initialValue,
          onInput: handleInput,
          onBlur: handleBlur,
        }}
      />
      {fault === 'other-operator' && otherWayText && (
        <p className="notice" part="notice">
          {otherWayText}
        </p>
      )}
      <label className="check" part="remember">
        <input
          ref={checkboxRef}
          type="checkbox"
          defaultChecked={storedNumber !== null}
          onChange={({ currentTarget }) => {
            if (!currentTarget.checked) storeNumber(null);
          }}
        />
        {t('form.remember')}
      </label>
      <ErrorMessage error={initiation.error ?? loadError} />
      <ConnectionMessage connection={isSlow ? 'slow' : 'good'} />
      <Button main busy={isBusy}>
        {amount === undefined ? t('busy') : initiation.isPending ? t('waiting.sending') : t('form.pay', { amount: formatMoney(amount) })}
      </Button>
      <p className="small">{t('form.secretCode')}</p>
    </form>
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
