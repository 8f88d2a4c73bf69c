import { formatMsisdn, type MsisdnFault, readMsisdn } from '@tsena/shared';
import type { Checkout } from '@tsena/shared/checkout';
import { type FormEvent, type InputEvent, type RefObject, useRef, useState } from 'react';
import type { Api } from '../core/api.ts';
import type { CompanionError } from '../core/companionError.ts';
import { initiate } from '../core/initiate.ts';
import { keepNumber, recallNumber } from '../core/memory.ts';
import { caretAfter, faultText, faultWhileTyping } from '../core/typing.ts';
import { Button } from './Button.tsx';
import { useSay, useTexts } from './context.ts';
import { Field, isFocused } from './Field.tsx';
import { Heading } from './Heading.tsx';
import { ConnectionNotice, Trouble } from './Notice.tsx';
import { type Calling, useCall } from './useCall.ts';
import { useSlow } from './useSlow.ts';

interface Props extends Calling {
  api: Api;
  orderToken: string;
  /** Undefined while it loads: the number can be typed already. */
  checkout: Checkout | undefined;
  /** What is to be paid, as soon as that is known. */
  amount: string | undefined;
  /** The order as the companion tells it. */
  readOrder(): Promise<Checkout>;
  /** Why the order could not be read yet. */
  loadError: CompanionError | null;
  /** What was typed before, kept across views. */
  typed: RefObject<string | null>;
}

/** Asks for the number. */
export function PhoneForm({ api, orderToken, checkout, amount, readOrder, loadError, typed, ...calling }: Props) {
  const { t, money } = useTexts();
  const say = useSay();
  const input = useRef<HTMLInputElement>(null);
  const check = useRef<HTMLInputElement>(null);
  const [remembered] = useState(recallNumber);
  const [initial] = useState(() => formatMsisdn(typed.current ?? remembered ?? ''));
  const [fault, setFault] = useState<MsisdnFault | null>(null);
  const previous = checkout?.payment ?? null;
  const pay = useCall(async (msisdn) => {
    const { payment } = await readOrder();
    // One that the shopper has not seen is shown before another is asked for.
    return payment === null || payment.id === previous?.id ? initiate(api, orderToken, msisdn, previous?.id) : payment;
  }, calling);
  const waiting = pay.isPending || amount === undefined;
  const slow = useSlow(pay.isPending || checkout === undefined);

  function type({ currentTarget }: InputEvent<HTMLInputElement>) {
    const { value, selectionStart } = currentTarget;
    const shown = formatMsisdn(value);
    const caret = caretAfter(value, selectionStart ?? value.length, shown);
    currentTarget.value = shown;
    currentTarget.setSelectionRange(caret, caret);
    typed.current = shown;
    if (pay.error) pay.reset();
    const found = faultWhileTyping(value);
    if (found !== null && found !== fault) say(t(faultText(found)));
    setFault(found);
  }

  function leave({ currentTarget }: { currentTarget: HTMLInputElement }) {
    const reading = readMsisdn(currentTarget.value);
    if (currentTarget.value !== '' && !reading.ok) setFault(reading.fault);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const reading = readMsisdn(input.current?.value ?? '');
    if (!reading.ok) {
      setFault(reading.fault);
      // Read along with the field when focus comes to it; spoken where focus is there already.
      if (isFocused(input.current)) say(t(faultText(reading.fault)));
      input.current?.focus();
    } else if (!waiting) {
      keepNumber(check.current?.checked ? reading.msisdn : null);
      pay.call(reading.msisdn);
    }
  }

  return (
    <form onSubmit={submit} noValidate part="form">
      <Heading title={t(previous === null ? 'form.title' : 'again')}>
        {previous !== null && previous.status !== 'failed' && t('form.caution', { payer: previous.payer })}
      </Heading>
      <Field
        input={input}
        label={t('form.label')}
        note={t(fault === null ? 'form.hint' : faultText(fault))}
        wrong={fault !== null}
        type="tel"
        name="tel"
        inputMode="tel"
        autoComplete="tel"
        enterKeyHint="go"
        defaultValue={initial}
        onInput={type}
        onBlur={leave}
      />
      <label className="check">
        <input
          ref={check}
          type="checkbox"
          defaultChecked={remembered !== null}
          onChange={({ currentTarget }) => {
            if (!currentTarget.checked) keepNumber(null);
          }}
        />
        {t('form.remember')}
      </label>
      <Trouble error={pay.error ?? loadError} />
      <ConnectionNotice connection={slow ? 'slow' : 'good'} />
      <Button main busy={waiting}>
        {amount === undefined ? t('busy') : pay.isPending ? t('waiting.sending') : t('form.pay', { amount: money(amount) })}
      </Button>
      <p className="small">{t('form.safe')}</p>
    </form>
  );
}
