import { useMutation } from '@tanstack/react-query';
import { formatMsisdn, type Msisdn, type MsisdnFault, type Problem, readMsisdn } from '@tsena/shared';
import type { Checkout, Payment } from '@tsena/shared/checkout';
import { type ChangeEvent, type FormEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Api } from '../core/api.ts';
import { CompanionError } from '../core/companionError.ts';
import { initiate } from '../core/initiate.ts';
import { keepNumber, recallNumber } from '../core/memory.ts';
import { caretAfter, faultWhileTyping } from '../core/typing.ts';
import { useSay, useTexts } from './context.ts';
import { Heading, type ViewProps } from './Heading.tsx';
import { Trouble } from './Trouble.tsx';

interface Props extends ViewProps {
  api: Api;
  orderToken: string;
  /** Undefined while it loads: the number can be typed already. */
  checkout: Checkout | undefined;
  /** Why the order could not be read yet. */
  loadError: CompanionError | null;
  /** What was typed before, kept across views. */
  typed: RefObject<string>;
  onPayment(payment: Payment): void;
  onProblem(problem: Problem): void;
}

/** Asks for the number. */
export function PhoneForm({ heading, api, orderToken, checkout, loadError, typed, onPayment, onProblem }: Props) {
  const { t, money } = useTexts();
  const say = useSay();
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  const busy = useRef(false);
  const [remembered] = useState(recallNumber);
  const [remember, setRemember] = useState(remembered !== null);
  const [value, setValue] = useState(() => formatMsisdn(typed.current || remembered || ''));
  const [fault, setFault] = useState<MsisdnFault | null>(null);
  const previous = checkout?.payment ?? null;

  const pay = useMutation({
    networkMode: 'always',
    mutationFn: (msisdn: Msisdn) => initiate(api, orderToken, msisdn, previous?.id ?? null),
    onSuccess: onPayment,
    onError: (error) => {
      if (error instanceof CompanionError) onProblem(error.problem);
    },
    onSettled: () => {
      busy.current = false;
    },
  });
  const refusal = pay.error instanceof CompanionError ? pay.error : null;
  const refusedNumber = refusal?.code.startsWith('msisdn_') === true;
  const wrong = fault !== null ? t(`msisdn.${fault}`) : refusedNumber ? t('msisdn.foreign') : null;

  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  function type({ target }: ChangeEvent<HTMLInputElement>) {
    const shown = formatMsisdn(target.value);
    caret.current = caretAfter(target.value, target.selectionStart ?? target.value.length, shown);
    typed.current = shown;
    setValue(shown);
    if (refusal !== null) pay.reset();
    const found = faultWhileTyping(target.value);
    if (found !== null && found !== fault) say(t(`msisdn.${found}`));
    setFault(found);
  }

  function leave() {
    const reading = readMsisdn(value);
    if (value !== '' && !reading.ok) setFault(reading.fault);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const reading = readMsisdn(value);
    if (!reading.ok) {
      setFault(reading.fault);
      // Read along with the field when focus comes to it; spoken where it is there already.
      const root = input.current?.getRootNode();
      if (root instanceof ShadowRoot && root.activeElement === input.current) say(t(`msisdn.${reading.fault}`));
      input.current?.focus();
      return;
    }
    if (busy.current || checkout === undefined) return;
    busy.current = true;
    keepNumber(remember ? reading.msisdn : null);
    pay.mutate(reading.msisdn);
  }

  const open = previous !== null && previous.status !== 'failed' ? previous : null;
  const waiting = pay.isPending || checkout === undefined;
  return (
    <form onSubmit={submit} noValidate part="form">
      <Heading heading={heading} title={t(previous === null ? 'form.title' : 'form.again')}>
        {open && t('form.caution', { payer: open.payer })}
      </Heading>
      <label htmlFor="number">{t('form.label')}</label>
      <input
        ref={input}
        id="number"
        part="input"
        type="tel"
        name="tel"
        inputMode="tel"
        autoComplete="tel"
        enterKeyHint="go"
        value={value}
        onChange={type}
        onBlur={leave}
        aria-invalid={wrong !== null}
        aria-describedby="number-note"
      />
      <p id="number-note" className={wrong === null ? 'note' : 'note wrong'}>
        {wrong ?? t('form.hint')}
      </p>
      <label className="check">
        <input
          type="checkbox"
          checked={remember}
          onChange={({ target }) => {
            setRemember(target.checked);
            if (!target.checked) keepNumber(null);
          }}
        />
        {t('form.remember')}
      </label>
      <Trouble error={refusedNumber ? null : (refusal ?? loadError)} />
      <button type="submit" className="main" part="button" aria-disabled={waiting}>
        {checkout === undefined
          ? t('summary.loading')
          : pay.isPending
            ? t('form.paying')
            : t('form.pay', { amount: money(checkout.amount) })}
      </button>
      <p className="safe">{t('form.safe')}</p>
    </form>
  );
}
