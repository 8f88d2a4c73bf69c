import { isTransactionReference } from '@tsena/shared';
import type { Payment } from '@tsena/shared/checkout';
import { type FormEvent, useRef, useState } from 'react';
import type { Api } from '../core/api.ts';
import type { Connection } from '../core/live.ts';
import { Button } from './Button.tsx';
import { useSay, useTexts } from './context.ts';
import { Field, isFocused } from './Field.tsx';
import { Heading } from './Heading.tsx';
import { ConnectionNotice, Trouble } from './Notice.tsx';
import { type Calling, useCall } from './useCall.ts';

interface Props extends Calling {
  payment: Payment;
  connection: Connection;
  api: Api;
  onAgain(): void;
}

/** Nobody knows yet: says so, and takes the SMS as evidence. */
export function Unresolved({ payment, connection, api, onAgain, ...calling }: Props) {
  const { t } = useTexts();
  const say = useSay();
  const input = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState(false);
  const submission = useCall((reference) => api.submitReference(payment.id, reference), calling);

  function submit(event: FormEvent) {
    event.preventDefault();
    const reference = input.current?.value ?? '';
    if (isTransactionReference(reference)) {
      submission.call(reference);
      return;
    }
    setWrong(true);
    if (isFocused(input.current)) say(t('unresolved.hint'));
    input.current?.focus();
  }

  return (
    <>
      <Heading icon="question" title={t('unresolved.title')}>
        {t('unresolved.lead')}
      </Heading>
      <ConnectionNotice connection={connection} />
      <form onSubmit={submit} noValidate>
        <h3>{t('unresolved.sms')}</h3>
        <Field
          input={input}
          label={t('unresolved.label')}
          note={t('unresolved.hint')}
          wrong={wrong}
          autoComplete="off"
          spellCheck={false}
          onInput={() => setWrong(false)}
        />
        <Trouble error={submission.error} />
        <Button main busy={submission.isPending}>
          {t(submission.isPending ? 'busy' : 'unresolved.submit')}
        </Button>
      </form>
      <div className="late">
        <h3>{t('unresolved.nothing')}</h3>
        {payment.retryable ? <Button onClick={onAgain}>{t('noPrompt.again')}</Button> : <p>{t('unresolved.wait')}</p>}
      </div>
    </>
  );
}
