import { isTransactionReference } from '@tsena/shared';
import type { Payment } from '@tsena/shared/checkout';
import { type FormEvent, useRef, useState } from 'react';
import type { Api } from '../core/api.ts';
import type { Connection } from '../core/followPayment.ts';
import { Button, Field } from '../markup/controls.tsx';
import { Contact } from './Contact.tsx';
import { useAnnounce, useTexts } from './context.ts';
import { Heading, isFocused } from './controls.tsx';
import { ConnectionMessage, ErrorMessage } from './messages.tsx';
import { RetryTime } from './RetryTime.tsx';
import { type CompanionCallOptions, useCompanionCall } from './useCompanionCall.ts';

interface Props {
  callOptions: CompanionCallOptions;
  payment: Payment;
  connection: Connection;
  api: Api;
  onRetry(): void;
}

/** The operator's answer was lost, or does not name the transaction: explains this, and takes the reference from the operator's SMS. */
export function Unresolved({ payment, connection, api, onRetry, callOptions }: Props) {
  const { t } = useTexts();
  const announce = useAnnounce();
  const inputRef = useRef<HTMLInputElement>(null);
  const [isInvalid, setIsInvalid] = useState(false);
  const submission = useCompanionCall((reference) => api.submitReference(payment.id, reference), callOptions);

  function submit(event: FormEvent) {
    event.preventDefault();
    const reference = inputRef.current?.value ?? '';
    if (isTransactionReference(reference)) {
      void submission.call(reference);
      return;
    }
    setIsInvalid(true);
    if (isFocused(inputRef.current)) announce(t('unresolved.hint'));
    inputRef.current?.focus();
  }

  return (
    <>
      <Heading icon="question" title={t('unresolved.title')}>
        {payment.failure?.message ?? t('unresolved.lead')}
      </Heading>
      <ConnectionMessage connection={connection} />
      <form onSubmit={submit} noValidate>
        <h3>{t('unresolved.sms')}</h3>
        <Field
          label={t('unresolved.label')}
          note={t('unresolved.hint')}
          isInvalid={isInvalid}
          attributes={{ ref: inputRef, autoComplete: 'off', spellCheck: false, onInput: () => setIsInvalid(false) }}
        />
        <ErrorMessage error={submission.error} />
        <Button main busy={submission.isPending}>
          {t(submission.isPending ? 'busy' : 'unresolved.submit')}
        </Button>
      </form>
      <div className="late">
        <h3>{t('unresolved.noSms')}</h3>
        {payment.retryable ? (
          <Button onClick={onRetry}>{t('noRequest.send')}</Button>
        ) : (
          <>
            <p>{t('unresolved.wait')}</p>
            <RetryTime payment={payment} />
          </>
        )}
      </div>
      <Contact />
    </>
  );
}
