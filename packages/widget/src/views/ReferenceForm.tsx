import type { FormEvent, ReactNode } from 'react';
import { useTexts } from './context.ts';
import { Button, Field, HiddenFields, type InputProps, type PlainForm } from './controls.tsx';

interface ReferenceFormProps {
  /** What is wrong with the reference. Default: nothing. */
  fault?: string | undefined;
  /** Precedes the button. */
  messages?: ReactNode;
  isPending?: boolean;
  field?: InputProps;
  plain?: PlainForm | undefined;
  onSubmit?: (event: FormEvent) => void;
}

/** The form for the reference in the operator's SMS. */
export function ReferenceForm({ fault, messages, isPending = false, field, plain, onSubmit }: ReferenceFormProps) {
  const { t } = useTexts();
  return (
    <form onSubmit={onSubmit} noValidate={plain === undefined} method={plain && 'post'} action={plain?.action}>
      <HiddenFields plain={plain} />
      {plain === undefined && <h3>{t('unresolved.sms')}</h3>}
      <Field
        label={t('unresolved.label')}
        note={fault ?? t('unresolved.hint')}
        isInvalid={fault !== undefined}
        attributes={{
          name: plain && 'transactionReference',
          autoComplete: 'off',
          autoCapitalize: 'none',
          spellCheck: false,
          required: plain !== undefined,
          ...field,
        }}
      />
      {messages}
      <Button main busy={isPending}>
        {t(isPending ? 'busy' : 'unresolved.submit')}
      </Button>
    </form>
  );
}

/** The way to the page with that form: a page with a field does not load itself again. */
export function ReferenceLink({ href }: { href: string }) {
  const { t } = useTexts();
  return (
    <>
      <h3>{t('unresolved.sms')}</h3>
      <Button main href={href}>
        {t('unresolved.type')}
      </Button>
    </>
  );
}
