import { formatMsisdn, type Msisdn, type MsisdnFault, readMsisdn } from '@tsena/shared';
import { type FocusEvent, type InputEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { findTypingFault, placeCaret } from '../core/phoneInput.ts';
import { useTexts } from '../views/context.ts';
import { explainFault } from '../views/FormView.tsx';
import { isFocused, useAnnounce } from './announcer.ts';

interface NumberFieldOptions {
  /** The number that the shopper typed before, kept across views. */
  readonly typedRef: RefObject<string | null>;
  /** What the field begins with otherwise. */
  readonly stored: string;
  readonly operator: string | null | undefined;
  onInput(): void;
}

/** The field for the payer's number: formats it while it is typed, and says what is wrong with it. */
export function useNumberField({ typedRef, stored, operator, onInput }: NumberFieldOptions) {
  const texts = useTexts();
  const announce = useAnnounce();
  const ref = useRef<HTMLInputElement>(null);
  const [initial] = useState(() => typedRef.current ?? stored);
  const [typed, setTyped] = useState(initial);
  const [fault, setFault] = useState<MsisdnFault | null>(null);
  const explain = (found: MsisdnFault, number: string) => explainFault(texts, found, number, operator);

  function announceFault(found: MsisdnFault, number: string): void {
    announce(`${explain(found, number)} ${found === 'other-operator' ? (texts.otherWayText ?? '') : ''}`.trim());
  }

  function handleInput({ currentTarget }: InputEvent<HTMLInputElement>) {
    const { value, selectionStart } = currentTarget;
    const formatted = formatMsisdn(value);
    const caret = placeCaret(value, selectionStart ?? value.length, formatted);
    currentTarget.value = formatted;
    // In another field, some browsers would move the focus.
    if (isFocused(currentTarget)) currentTarget.setSelectionRange(caret, caret);
    typedRef.current = formatted;
    setTyped(formatted);
    onInput();
    const found = findTypingFault(value);
    if (found !== null && found !== fault) announceFault(found, formatted);
    setFault(found);
  }

  // A browser, or a shopper who was faster than the script, may have filled the field in.
  useEffect(() => {
    const input = ref.current;
    if (input === null) return;
    if (input.form !== null) input.form.noValidate = true;
    if (input.value !== input.defaultValue) input.dispatchEvent(new Event('input', { bubbles: true }));
  }, []);

  return {
    initial,
    /** What is wrong with the number, if anything. */
    faultText: fault === null ? undefined : explain(fault, typed),
    isOfOtherOperator: fault === 'other-operator',
    /** The attributes of the input. */
    field: {
      ref,
      onInput: handleInput,
      onBlur({ currentTarget: { value } }: FocusEvent<HTMLInputElement>) {
        const reading = readMsisdn(value);
        if (value !== '' && !reading.ok) setFault(reading.fault);
      },
    },
    /** The number; null if something is wrong with it, which the field then says. */
    read(): Msisdn | null {
      const number = ref.current?.value ?? '';
      const reading = readMsisdn(number);
      if (reading.ok) return reading.msisdn;
      setFault(reading.fault);
      // A screen reader reads the note when the field receives the focus, but not if it has the focus already.
      if (isFocused(ref.current)) announceFault(reading.fault, number);
      ref.current?.focus();
      return null;
    },
  };
}
