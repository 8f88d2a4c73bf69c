import { formatMsisdn } from '@tsena/shared';
import type { FormEvent, ReactNode, RefObject } from 'react';
import type { Translator } from '../core/translator.ts';
import { Button, Field, type InputProps, Lead, Title } from './controls.tsx';

interface FormViewProps {
  texts: Translator;
  /** The operator's name; null while it is not known. */
  operator?: string | null | undefined;
  /** The order's amount, as soon as it is known. */
  amount: string | undefined;
  /** The number that the field begins with, in any spelling. */
  number: string;
  /** Whether this device remembers a number. */
  isRemembered: boolean;
  /** Default: the form's own title. */
  title?: string | undefined;
  lead?: ReactNode;
  /** What is wrong with the number. Default: nothing. */
  fault?: string | undefined;
  /** Follows the field. */
  notice?: ReactNode;
  /** Precedes the button. */
  messages?: ReactNode;
  /** What the button says while a request is under way. */
  pending?: string | undefined;
  headingRef?: RefObject<HTMLHeadingElement | null> | null | undefined;
  /** The further attributes of the field. */
  field?: InputProps;
  /** The further attributes of the choice to remember the number. */
  remember?: InputProps;
  onSubmit?: (event: FormEvent) => void;
}

/** The form for the payer's number, without state: the first file draws it, and `PhoneForm` then takes it over. */
export function FormView({
  texts: { t, formatMoney },
  operator,
  amount,
  number,
  isRemembered,
  title,
  lead,
  fault,
  notice,
  messages,
  pending,
  headingRef,
  field,
  remember,
  onSubmit,
}: FormViewProps) {
  const names = { operator: operator ?? t('operator') };
  const label = t('form.label', names);
  return (
    <form onSubmit={onSubmit} noValidate part="form">
      <Title headingRef={headingRef} title={title ?? t('form.title', names)} />
      {lead && <Lead>{lead}</Lead>}
      <Field
        label={operator ? label : label.charAt(0).toUpperCase() + label.slice(1)}
        note={fault ?? t('form.hint')}
        isInvalid={fault !== undefined}
        attributes={{
          type: 'tel',
          name: 'tel',
          inputMode: 'tel',
          autoComplete: 'tel',
          enterKeyHint: 'go',
          defaultValue: formatMsisdn(number),
          ...field,
        }}
      />
      {notice}
      <label className="check" part="remember">
        <input type="checkbox" defaultChecked={isRemembered} {...remember} />
        {t('form.remember')}
      </label>
      {messages}
      <Button main busy={pending !== undefined || amount === undefined}>
        {amount === undefined ? t('busy') : (pending ?? t('form.pay', { amount: formatMoney(amount) }))}
      </Button>
      <p className="small">{t('form.secretCode')}</p>
    </form>
  );
}
