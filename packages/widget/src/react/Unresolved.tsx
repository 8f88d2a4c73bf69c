import { useMutation } from '@tanstack/react-query';
import type { Problem } from '@tsena/shared';
import type { Payment } from '@tsena/shared/checkout';
import { type FormEvent, useRef, useState } from 'react';
import type { Api } from '../core/api.ts';
import { CompanionError } from '../core/companionError.ts';
import type { Connection } from '../core/live.ts';
import { Button } from './Button.tsx';
import { useSay, useTexts } from './context.ts';
import { Field, isFocused } from './Field.tsx';
import { Heading, type ViewProps } from './Heading.tsx';
import { ConnectionNotice, Trouble } from './Notice.tsx';

interface Props extends ViewProps {
  payment: Payment;
  connection: Connection;
  api: Api;
  onPayment(payment: Payment): void;
  onProblem(problem: Problem): void;
  onAgain(): void;
}

/** Nobody knows yet: says so, and takes the SMS as evidence. */
export function Unresolved({ heading, payment, connection, api, onPayment, onProblem, onAgain }: Props) {
  const { t } = useTexts();
  const say = useSay();
  const input = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState(false);

  const claim = useMutation({
    networkMode: 'always',
    mutationFn: (reference: string) => api.claim(payment.id, reference),
    onSuccess: onPayment,
    onError: (error) => {
      if (error instanceof CompanionError) onProblem(error.problem);
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const reference = (input.current?.value ?? '').trim();
    if (!/^[\w.-]{1,64}$/.test(reference)) {
      setWrong(true);
      if (isFocused(input.current)) say(t('unresolved.hint'));
      input.current?.focus();
    } else if (!claim.isPending) claim.mutate(reference);
  }

  return (
    <>
      <Heading heading={heading} icon="question" title={t('unresolved.title')}>
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
        <Trouble error={claim.error instanceof CompanionError ? claim.error : null} />
        <Button main busy={claim.isPending}>
          {t(claim.isPending ? 'busy' : 'unresolved.claim')}
        </Button>
      </form>
      <div className="late">
        <h3>{t('unresolved.nothing')}</h3>
        {payment.retryable ? <Button onClick={onAgain}>{t('noPrompt.again')}</Button> : <p>{t('unresolved.wait')}</p>}
      </div>
    </>
  );
}
