import './references.css';
import type { ReferenceCheck } from '@tsena/shared/merchant';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../core/apiError.ts';
import { Button } from '../shared/Button.tsx';
import { useTexts } from '../shared/dashboardContext.ts';
import { Form, SubmitButton } from '../shared/form/Form.tsx';
import { Field } from '../shared/form/fields.tsx';
import { Sign } from '../shared/Sign.tsx';

interface SmsCheckProps {
  /** Asks the companion. Throws an ApiError without an answer. */
  readonly check: (text: string, amount: string | null) => Promise<ReferenceCheck>;
  /** The amount that is open, whole Ariary as digits. */
  readonly amount?: string | null;
  readonly startsFocused?: boolean;
  /** What the field begins with. */
  readonly initial?: string;
  /** What can be done about a verdict. */
  readonly actions?: (checked: ReferenceCheck) => ReactNode;
  /** Called with each verdict. */
  readonly onChecked?: () => void;
}

/** For how long the phone vibrates, ms: once for recent money that is not used, twice for everything else. */
const VIBRATION: Readonly<Record<'recent' | 'other', number[]>> = { recent: [120], other: [80, 80, 80] };

/** A field for an SMS that a customer shows, or its reference, and what the companion and the operator know of it. */
export function SmsCheck({
  check,
  amount = null,
  startsFocused = false,
  initial = '',
  actions,
  onChecked,
}: SmsCheckProps) {
  const { t, describe } = useTexts();
  const [text, setText] = useState(initial);
  const [isChecking, setIsChecking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [checked, setChecked] = useState<ReferenceCheck | null>(null);

  async function submit() {
    if (text.trim() === '') return setFailure(t('sms.none'));
    setIsChecking(true);
    setFailure(null);
    setChecked(null);
    try {
      const answer = await check(text, amount);
      setChecked(answer);
      navigator.vibrate?.(VIBRATION[answer.canSell ? 'recent' : 'other']);
      onChecked?.();
    } catch (error) {
      const hasNone = error instanceof ApiError && error.code === 'invalid_request';
      setFailure(hasNone ? t('sms.none') : t('sms.failed', { why: describe(error) }));
    }
    setIsChecking(false);
  }
  function next() {
    setChecked(null);
    setText('');
  }

  return (
    <div className="sms-check stack">
      {checked === null ? (
        <Form className="stack" isBusy={isChecking} onSubmit={() => void submit()} startsFocused={startsFocused}>
          <Field label={t('sms.field')} error={failure}>
            {(attributes) => (
              <textarea
                {...attributes}
                rows={3}
                maxLength={2000}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
          <SubmitButton text={t('sms.check')} isBusy={isChecking} />
        </Form>
      ) : null}
      <div role="status">
        {checked === null ? null : (
          <Verdict checked={checked} amount={amount}>
            {actions?.(checked)}
            <Button onClick={next}>{t('sms.again')}</Button>
          </Verdict>
        )}
      </div>
    </div>
  );
}

interface VerdictProps {
  readonly checked: ReferenceCheck;
  readonly amount: string | null;
  readonly children: ReactNode;
}

/** A verdict that can be read at arm's length. */
function Verdict({ checked, amount, children }: VerdictProps) {
  const { t, labelled, money, time } = useTexts();
  const { verdict } = checked;
  // It belongs to a payment that it has not completed.
  const isOfAnother = verdict === 'used' && checked.paymentId !== null && checked.usedAt === null;
  const isOld = verdict === 'unused' && !checked.canSell;
  const subject = isOfAnother ? 'of_another' : isOld ? 'old' : verdict;
  const isDoubtful = isOld || verdict === 'unavailable';
  // A new verdict is in view, above a keyboard that closes.
  useEffect(() => scrollTo(0, 0), []);
  return (
    <div className="verdict" data-verdict={verdict} data-doubtful={isDoubtful}>
      <p className="sign" aria-hidden="true">
        {isDoubtful ? '?' : <Sign name={verdict === 'unused' ? 'tick' : 'cross'} />}
      </p>
      <h2>{t(`sms.${subject}`)}</h2>
      {checked.amount === null ? null : <p className="total">{money(checked.amount)}</p>}
      {checked.payer === null ? null : <p>{checked.payer}</p>}
      {checked.createdAt === null ? null : <p>{time(checked.createdAt)}</p>}
      <p>{t(`sms.${subject}.do`)}</p>
      {checked.order === null ? null : (
        <p>
          {t('sms.used.order', { order: checked.order })}
          {checked.usedAt === null ? null : ` · ${time(checked.usedAt)}`}
        </p>
      )}
      {checked.amountMatches === null || amount === null ? null : (
        <p className="inset" data-differs={!checked.amountMatches}>
          <strong>{t(checked.amountMatches ? 'sms.matches' : 'sms.differs', { amount: money(amount) })}</strong>
        </p>
      )}
      <p>{labelled(t('payment.reference'), checked.reference)}</p>
      <div className="buttons">{children}</div>
    </div>
  );
}
