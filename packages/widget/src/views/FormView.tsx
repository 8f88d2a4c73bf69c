import { findOtherOperator, formatMsisdn, type MsisdnFault } from '@tsena/shared';
import type { FormEvent, ReactNode } from 'react';
import { getFaultTextKey } from '../core/phoneInput.ts';
import { capitalize, type Translator } from '../core/texts.ts';
import { useTexts } from './context.ts';
import { Button, Field, Heading, HiddenFields, type InputProps, type PlainForm } from './controls.tsx';

interface NumberFormProps {
  /** The operator's name; null or undefined: "mobile money". */
  operator: string | null | undefined;
  /** The order's amount, as soon as it is known. */
  amount: string | undefined;
  /** The number that the field begins with, in any spelling. */
  number: string;
  /** What is wrong with the number. Default: nothing. */
  fault?: string | undefined;
  /** Follows the field. */
  notice?: ReactNode;
  /** Precedes the button. */
  messages?: ReactNode;
  /** What the button says while a request is under way. */
  pending?: string | undefined;
  /** The further attributes of the field. */
  field?: InputProps;
  /** The attributes of the choice to remember the number. Default: there is no choice. */
  remember?: InputProps | undefined;
  /** How the form works without a script. */
  plain?: PlainForm | undefined;
  onSubmit?: (event: FormEvent) => void;
}

/** The form for the payer's number. */
function NumberForm(props: NumberFormProps) {
  const { operator, amount, number, fault, notice, messages, pending, field, remember, plain, onSubmit } = props;
  const { t, formatMoney } = useTexts();
  const label = t('form.label', { operator });
  return (
    <form
      onSubmit={onSubmit}
      noValidate={plain === undefined}
      part="form"
      method={plain && 'post'}
      action={plain?.action}
    >
      <HiddenFields plain={plain} />
      <Field
        // A name keeps its letters.
        label={operator ? label : capitalize(label)}
        note={fault ?? t('form.hint')}
        isInvalid={fault !== undefined}
        attributes={{
          type: 'tel',
          name: plain ? 'msisdn' : 'tel',
          inputMode: 'tel',
          autoComplete: 'tel',
          enterKeyHint: 'go',
          required: plain !== undefined,
          defaultValue: formatMsisdn(number),
          ...field,
        }}
      />
      {notice}
      {remember && (
        <label className="check" part="remember">
          <input type="checkbox" {...remember} />
          {t('form.remember')}
        </label>
      )}
      {messages}
      <Button main busy={pending !== undefined || amount === undefined}>
        {amount === undefined ? t('busy') : (pending ?? t('form.pay', { amount: formatMoney(amount) }))}
      </Button>
      <p className="small">{t('form.secretCode')}</p>
    </form>
  );
}

interface FormViewProps extends NumberFormProps {
  /** Default: the form's own title. */
  title?: string | undefined;
  lead?: ReactNode;
  /** Precedes the form. */
  children?: ReactNode;
}

/** The form for the payer's number, with its heading. */
export function FormView(props: FormViewProps) {
  const { title, lead, operator, children } = props;
  const { t } = useTexts();
  return (
    <>
      <Heading icon="phone" operator={operator} title={title ?? t('form.title', { operator })}>
        {lead}
      </Heading>
      {children}
      <NumberForm {...props} />
    </>
  );
}

/** Explains what is wrong with a number, and whose it is. */
export function explainFault(
  { t }: Translator,
  fault: MsisdnFault,
  number: string,
  operator: string | null | undefined,
): string {
  const text = t(getFaultTextKey(fault), { operator });
  const other = fault === 'other-operator' ? findOtherOperator(number) : undefined;
  return other === undefined ? text : `${t('msisdn.other', { other })} ${text}`;
}
