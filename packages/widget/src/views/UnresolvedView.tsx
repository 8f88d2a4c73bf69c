import type { Payment } from '@tsena/shared/checkout';
import type { FormEvent, ReactNode } from 'react';
import { Contact } from './Contact.tsx';
import { useTexts } from './context.ts';
import { Button, Field, Heading, HiddenFields, type InputProps, type PlainForm } from './controls.tsx';

interface UnresolvedViewProps {
  payment: Payment;
  /** Follows the first sentence. */
  messages?: ReactNode;
  /** The {@link ReferenceForm}, or the way to it. */
  reference: ReactNode;
  /** How another request is sent; null if none may be. */
  retry: ReactNode;
  /** When another request may be sent. Default: not said. */
  retryTime?: ReactNode;
}

/** The operator's answer was lost, or does not name the transaction: explains this, and takes the reference from the operator's SMS. */
export function UnresolvedView({ payment, messages, reference, retry, retryTime }: UnresolvedViewProps) {
  const { t } = useTexts();
  return (
    <>
      <Heading icon="question" title={t('unresolved.title')}>
        {payment.failure?.message ?? t('unresolved.lead')}
      </Heading>
      {messages}
      {reference}
      <div className="late">
        <h3>{t('unresolved.noSms')}</h3>
        {retry ?? (
          <>
            <p>{t('unresolved.wait')}</p>
            {retryTime}
          </>
        )}
      </div>
      <Contact />
    </>
  );
}

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
