import { findOtherOperator, formatMsisdn, MIN_AMOUNT, type Msisdn, readMsisdn, readTypedAmount } from '@tsena/shared';
import { type MouseEvent, useState } from 'react';
import { Button } from '../shared/Button.tsx';
import { useTexts } from '../shared/dashboardContext.ts';
import { Alert } from '../shared/ErrorText.tsx';
import { explainAmount } from '../shared/form/explainAmount.ts';
import { Form } from '../shared/form/Form.tsx';
import { TextField } from '../shared/form/fields.tsx';
import { Sign } from '../shared/Sign.tsx';
import type { CounterNames } from './device.ts';

const NO_BREAK_SPACE = '\u00a0';

/**
 * What the seller typed. `order`: the order that is tried again; `isSecond`: while its first request may still be open.
 */
export interface TakeFields {
  readonly amount: string;
  readonly number: string;
  readonly order: string | null;
  readonly isSecond: boolean;
}

export const NO_FIELDS: TakeFields = { amount: '', number: '', order: null, isSecond: false };

interface TakeFormProps {
  readonly counter: CounterNames | null;
  readonly fields: TakeFields;
  /** Why the last request was refused. */
  readonly refusal: string | null;
  readonly isOffline: boolean;
  readonly onFields: (fields: TakeFields) => void;
  readonly onSend: (amount: string, msisdn: Msisdn) => void;
  /** Checks the SMS that a customer shows, with the amount if one is typed. */
  readonly onCheck: () => void;
}

/** The amount and the customer's number, with keys for a thumb, and one button. */
export function TakeForm({ counter, fields, refusal, isOffline, onFields, onSend, onCheck }: TakeFormProps) {
  const texts = useTexts();
  const { t, money } = texts;
  const [active, setActive] = useState<'amount' | 'number'>('amount');
  const [isChecked, setIsChecked] = useState(false);
  const [isAmountChecked, setIsAmountChecked] = useState(false);
  const amount = readTypedAmount(fields.amount);
  const number = readMsisdn(fields.number);
  const other = findOtherOperator(fields.number);
  const operator = counter?.operatorName ?? t('take.operator');

  function change(name: 'amount' | 'number', text: string) {
    // Another amount is another order.
    onFields({ ...fields, [name]: text, ...(name === 'amount' ? { order: null } : {}) });
  }
  /** A pasted amount is judged as a whole, not together with what stood there. */
  function pasteAmount(text: string) {
    const pasted = readTypedAmount(text);
    change('amount', pasted.ok ? String(pasted.amount) : text);
  }
  function submit() {
    setIsChecked(true);
    if (amount.ok && number.ok && !isOffline) onSend(String(amount.amount), number.msisdn);
  }
  function checkSms({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    if (amount.ok || amount.fault === 'empty') return onCheck();
    setIsAmountChecked(true);
    form?.querySelector('input')?.focus();
  }
  function explainNumber(): string | null {
    if (other !== undefined) return t('take.other', { operator: other });
    if (number.ok) return null;
    if (number.fault === 'letters') return t('take.numberCharacters');
    return isChecked || number.fault === 'long' ? t('take.numberInvalid') : null;
  }
  // These cannot become right by typing on.
  const isWrongAlready = !amount.ok && (amount.fault === 'characters' || amount.fault === 'large');

  return (
    <Form className="take stack" isBusy={false} onSubmit={submit}>
      <h1 className="visually-hidden">{t('app.counter')}</h1>
      <div className="amount-and-check">
        <TextField
          label={t('take.amount')}
          error={isChecked || isAmountChecked || isWrongAlready ? explainAmount(amount, MIN_AMOUNT, texts) : null}
          className="large"
          inputMode="none"
          autoFocus
          value={groupDigits(fields.amount)}
          onFocus={() => setActive('amount')}
          onPaste={(event) => {
            event.preventDefault();
            pasteAmount(event.clipboardData.getData('text'));
          }}
          // Without the spaces of groupDigits.
          onChange={(text) => change('amount', text.replaceAll(NO_BREAK_SPACE, ''))}
        />
        <Button onClick={checkSms}>{t('sms.title')}</Button>
      </div>
      <TextField
        label={t('take.number', { operator })}
        hint={(fields.number.length >= 3 && other === undefined ? counter?.operatorName : null) ?? t('take.numberHint')}
        error={explainNumber()}
        className="large"
        inputMode="none"
        value={formatMsisdn(fields.number)}
        onFocus={() => setActive('number')}
        onChange={(text) => change('number', text)}
      />
      {fields.isSecond ? (
        <p className="notice" role="alert">
          {t('take.second.warn')}
        </p>
      ) : null}
      <Alert>{refusal}</Alert>
      <Keypad
        onDigits={(digits) => change(active, fields[active] + digits)}
        onDelete={() => change(active, fields[active].slice(0, -1).trimEnd())}
      />
      <Button type="submit" look="primary" isBusy={isOffline}>
        {amount.ok ? t('take.send', { amount: money(String(amount.amount)) }) : t('take.sendNothing')}
      </Button>
    </Form>
  );
}

/** Digits in groups of three; what is not only digits stays as it is. */
function groupDigits(text: string): string {
  return /^\d+$/.test(text) ? text.replace(/\B(?=(\d{3})+$)/g, NO_BREAK_SPACE) : text;
}

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '000', '0'] as const;

/** Keys as large as a thumb. */
function Keypad({
  onDigits,
  onDelete,
}: {
  readonly onDigits: (digits: string) => void;
  readonly onDelete: () => void;
}) {
  const { t } = useTexts();
  return (
    <div className="keypad">
      {KEYS.map((digits) => (
        <button key={digits} type="button" className="button" onClick={() => onDigits(digits)}>
          {digits}
        </button>
      ))}
      <button type="button" className="button" aria-label={t('take.delete')} onClick={onDelete}>
        <Sign name="delete" />
      </button>
    </div>
  );
}
