import { formatMsisdn, type MsisdnFault, readMsisdn } from '@tsena/shared';
import type { Checkout } from '@tsena/shared/checkout';
import { type FormEvent, type InputEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Api } from '../core/api.ts';
import type { CompanionError } from '../core/companionError.ts';
import { loadNumber, storeNumber } from '../core/deviceStore.ts';
import { initiate } from '../core/initiate.ts';
import { findTypingFault, getFaultTextKey, placeCaret } from '../core/phoneInput.ts';
import { useAnnounce, useTexts } from './context.ts';
import { Button, Field, Heading, isFocused } from './controls.tsx';
import { ConnectionMessage, ErrorMessage } from './messages.tsx';
import { type CompanionCallOptions, useCompanionCall } from './useCompanionCall.ts';

/** A request counts as slow after this time. */
const SLOW_REQUEST_MS = 5_000;

interface Props extends CompanionCallOptions {
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
}

/** The form for the payer's number. */
export function PhoneForm({ api, orderToken, checkout, amount, getCheckout, loadError, typedRef, ...callOptions }: Props) {
  const { t, formatMoney } = useTexts();
  const announce = useAnnounce();
  const inputRef = useRef<HTMLInputElement>(null);
  const checkboxRef = useRef<HTMLInputElement>(null);
  const [storedNumber] = useState(loadNumber);
  const [initialValue] = useState(() => formatMsisdn(typedRef.current ?? storedNumber ?? ''));
  const [fault, setFault] = useState<MsisdnFault | null>(null);
  const previous = checkout?.payment ?? null;
  const initiation = useCompanionCall(async (msisdn) => {
    const { payment } = await getCheckout();
    // The shopper must see an existing payment before a new one starts.
    return payment === null || payment.id === previous?.id ? initiate(api, orderToken, msisdn, previous?.id) : payment;
  }, callOptions);
  const isBusy = initiation.isPending || amount === undefined;
  const isSlow = useIsSlow(initiation.isPending || checkout === undefined);

  function handleInput({ currentTarget }: InputEvent<HTMLInputElement>) {
    const { value, selectionStart } = currentTarget;
    const formatted = formatMsisdn(value);
    const caret = placeCaret(value, selectionStart ?? value.length, formatted);
    currentTarget.value = formatted;
    currentTarget.setSelectionRange(caret, caret);
    typedRef.current = formatted;
    initiation.clearError();
    const found = findTypingFault(value);
    if (found !== null && found !== fault) announce(t(getFaultTextKey(found)));
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
      if (isFocused(inputRef.current)) announce(t(getFaultTextKey(reading.fault)));
      inputRef.current?.focus();
    } else if (!isBusy) {
      storeNumber(checkboxRef.current?.checked ? reading.msisdn : null);
      void initiation.call(reading.msisdn);
    }
  }

  return (
    <form onSubmit={submit} noValidate part="form">
      <Heading title={t(previous === null ? 'form.title' : 'retry')}>
        {previous !== null && previous.status !== 'failed' && t('form.openRequest', { payer: previous.payer })}
      </Heading>
      <Field
        inputRef={inputRef}
        label={t('form.label')}
        note={t(fault === null ? 'form.hint' : getFaultTextKey(fault))}
        isInvalid={fault !== null}
        type="tel"
        name="tel"
        inputMode="tel"
        autoComplete="tel"
        enterKeyHint="go"
        defaultValue={initialValue}
        onInput={handleInput}
        onBlur={handleBlur}
      />
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
