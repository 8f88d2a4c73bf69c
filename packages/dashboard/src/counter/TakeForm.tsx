import { findOtherOperator, formatMsisdn, MIN_AMOUNT, readMsisdn } from '@tsena/shared';
import type { Counter } from '@tsena/shared/merchant';
import { useState } from 'react';
import { Button } from '../shared/Button.tsx';
import { useTexts } from '../shared/dashboardContext.ts';
import { Alert } from '../shared/ErrorText.tsx';
import { Form } from '../shared/form/Form.tsx';
import { TextField } from '../shared/form/fields.tsx';
import { readDigits } from '../shared/form/readDigits.ts';

const MAX_DIGITS = { amount: 12, number: 10 } as const;

/** What the seller typed, in digits. `order`: the order that is tried again. */
export interface TakeFields {
  readonly amount: string;
  readonly number: string;
  readonly order: string | null;
}

export const NO_FIELDS: TakeFields = { amount: '', number: '', order: null };

interface TakeFormProps {
  readonly counter: Counter | null;
  readonly fields: TakeFields;
  /** Why the last request was refused. */
  readonly refusal: string | null;
  readonly isOffline: boolean;
  readonly onFields: (fields: TakeFields) => void;
  readonly onSend: () => void;
}

/** The amount and the customer's number, with keys for a thumb, and one button. */
export function TakeForm({ counter, fields, refusal, isOffline, onFields, onSend }: TakeFormProps) {
  const { t, money } = useTexts();
  const [active, setActive] = useState<'amount' | 'number'>('amount');
  const [isChecked, setIsChecked] = useState(false);
  const { amount, number } = fields;
  const isAmount = Number(amount) >= MIN_AMOUNT;
  const isNumber = readMsisdn(number).ok;
  const other = findOtherOperator(number);
  const operator = counter?.operatorName ?? t('take.operator');

  function change(name: 'amount' | 'number', text: string) {
    const digits = name === 'amount' ? readDigits(text).replace(/\D/g, '') : formatMsisdn(text).replace(/\D/g, '');
    // Another amount is another order.
    onFields({ ...fields, [name]: digits.slice(0, MAX_DIGITS[name]), ...(name === 'amount' ? { order: null } : {}) });
  }
  function submit() {
    setIsChecked(true);
    if (isAmount && isNumber && !isOffline) onSend();
  }

  return (
    <Form className="take stack" isBusy={false} onSubmit={submit}>
      <h1 className="visually-hidden">{t('take.title')}</h1>
      <TextField
        label={t('take.amount')}
        error={isChecked && !isAmount ? t('take.amountInvalid') : null}
        className="large"
        inputMode="none"
        autoFocus
        value={amount === '' ? '' : amount.replace(/\B(?=(\d{3})+$)/g, '\u00a0')}
        onFocus={() => setActive('amount')}
        onChange={(text) => change('amount', text)}
      />
      <TextField
        label={t('take.number', { operator })}
        hint={(number.length >= 3 && other === undefined ? counter?.operatorName : null) ?? t('take.numberHint')}
        error={other !== undefined ? t('take.other', { operator: other }) : isChecked && !isNumber ? t('take.numberInvalid') : null}
        className="large"
        inputMode="none"
        value={formatMsisdn(number)}
        onFocus={() => setActive('number')}
        onChange={(text) => change('number', text)}
      />
      <Alert>{refusal}</Alert>
      <Keypad onDigits={(digits) => change(active, fields[active] + digits)} onDelete={() => change(active, fields[active].slice(0, -1))} />
      <Button type="submit" look="primary" isBusy={isOffline}>
        {isAmount ? t('take.send', { amount: money(amount) }) : t('take.sendNothing')}
      </Button>
    </Form>
  );
}

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '000', '0'] as const;

/** Keys as large as a thumb. */
function Keypad({ onDigits, onDelete }: { readonly onDigits: (digits: string) => void; readonly onDelete: () => void }) {
  const { t } = useTexts();
  return (
    <div className="keypad">
      {KEYS.map((digits) => (
        <button key={digits} type="button" className="button" onClick={() => onDigits(digits)}>
          {digits}
        </button>
      ))}
      <button type="button" className="button" aria-label={t('take.delete')} onClick={onDelete}>
        ⌫
      </button>
    </div>
  );
}
