import './references.css';
import { findReference } from '@tsena/shared';
import type { ReferenceCheck } from '@tsena/shared/merchant';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../shared/Button.tsx';
import { useTexts } from '../shared/dashboardContext.ts';
import { Form, SubmitButton } from '../shared/form/Form.tsx';
import { Field } from '../shared/form/fields.tsx';
import { Sign } from '../shared/Sign.tsx';
import { useLostFocus } from '../shared/useLostFocus.ts';

interface SmsCheckProps {
  /** Asks the companion. Throws an ApiError without an answer. */
  readonly check: (text: string, amount: string | null) => Promise<ReferenceCheck>;
  /** The amount that is open, whole Ariary as digits. */
  readonly amount?: string | null;
  readonly startsFocused?: boolean;
  /** What the field begins with. */
  readonly initial?: string;
  /** What is wrong already; until the next check. */
  readonly firstFailure?: string | null;
  /** What can be done about a verdict. */
  readonly actions?: (checked: ReferenceCheck) => ReactNode;
  /** Called with each verdict. */
  readonly onChecked?: () => void;
}

/** `good`: money that a sale can be recorded with. */
type Tone = 'good' | 'doubtful' | 'bad';

/** For how long the phone vibrates, ms: once for good, twice for everything else. */
const VIBRATION: Readonly<Record<Tone, number[]>> = { good: [120], doubtful: [80, 80, 80], bad: [80, 80, 80] };

/** A field for an SMS that a customer shows, or its reference, and what the companion and the operator know of it. */
export function SmsCheck({
  check,
  amount = null,
  startsFocused = false,
  initial = '',
  firstFailure = null,
  actions,
  onChecked,
}: SmsCheckProps) {
  const { t, describe } = useTexts();
  const [text, setText] = useState(initial);
  const [isChecking, setIsChecking] = useState(false);
  const [failure, setFailure] = useState(firstFailure);
  const [checked, setChecked] = useState<ReferenceCheck | null>(null);
  const [isNext, setIsNext] = useState(false);

  async function submit() {
    const { kind } = findReference(text);
    if (kind !== 'one') return setFailure(t(kind === 'none' ? 'sms.none' : 'sms.several'));
    setIsChecking(true);
    setFailure(null);
    setChecked(null);
    try {
      const answer = await check(text, amount);
      setChecked(answer);
      navigator.vibrate?.(VIBRATION[toneOf(answer)]);
      onChecked?.();
    } catch (error) {
      setFailure(t('sms.failed', { why: describe(error) }));
    }
    setIsChecking(false);
  }
  function next() {
    setIsNext(true);
    setChecked(null);
    setText('');
  }

  return (
    <div className="sms-check stack">
      {checked === null ? (
        <Form
          className="stack"
          isBusy={isChecking}
          onSubmit={() => void submit()}
          startsFocused={startsFocused || isNext}
        >
          <Field label={t('sms.field')} error={failure}>
            {(attributes) => (
              <textarea
                {...attributes}
                rows={3}
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

/** Another amount than the sale's is bad, however recent the money is. */
function toneOf({ verdict, amountMatches, canSell }: ReferenceCheck): Tone {
  if (verdict === 'unavailable') return 'doubtful';
  if (verdict !== 'unused' || amountMatches === false) return 'bad';
  return canSell ? 'good' : 'doubtful';
}

interface VerdictProps {
  readonly checked: ReferenceCheck;
  readonly amount: string | null;
  readonly children: ReactNode;
}

/** A verdict that can be read at arm's length. */
function Verdict({ checked, amount, children }: VerdictProps) {
  const { t, labelled, money, time } = useTexts();
  const { verdict, amountMatches } = checked;
  const tone = toneOf(checked);
  // It belongs to a payment that it has not completed.
  const isOfAnother = verdict === 'used' && checked.paymentId !== null && checked.usedAt === null;
  const isDifferent = verdict === 'unused' && amountMatches === false;
  const isOld = verdict === 'unused' && tone === 'doubtful';
  const subject = isOfAnother ? 'of_another' : isDifferent ? 'differs' : isOld ? 'old' : verdict;
  const heading = useLostFocus();
  const card = useRef<HTMLDivElement>(null);
  // A new verdict is in view, wherever the field stood.
  useEffect(() => card.current?.scrollIntoView(), []);
  return (
    <div className="verdict" ref={card} data-verdict={verdict} data-tone={tone}>
      <p className="sign" aria-hidden="true">
        {tone === 'doubtful' ? '?' : <Sign name={tone === 'good' ? 'tick' : 'cross'} />}
      </p>
      <h2 ref={heading} tabIndex={-1}>
        {t(`sms.${subject}`)}
      </h2>
      {checked.amount === null ? null : <p className="total">{money(checked.amount)}</p>}
      {checked.payer === null ? null : <p>{checked.payer}</p>}
      {checked.createdAt === null ? null : <p>{time(checked.createdAt)}</p>}
      <p>{t(`sms.${subject}.do`, amount === null ? {} : { amount: money(amount) })}</p>
      {checked.order === null ? null : (
        <p>
          {t('sms.used.order', { order: checked.order })}
          {checked.usedAt === null ? null : ` · ${time(checked.usedAt)}`}
        </p>
      )}
      {amountMatches === true ? (
        <p className="inset">
          <strong>{t('sms.matches')}</strong>
        </p>
      ) : null}
      <p>{labelled(t('payment.reference'), checked.reference)}</p>
      <div className="buttons">{children}</div>
    </div>
  );
}
