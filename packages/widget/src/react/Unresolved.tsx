import { useMutation } from '@tanstack/react-query';
import type { Problem } from '@tsena/shared';
import type { Payment } from '@tsena/shared/checkout';
import { type FormEvent, useRef, useState } from 'react';
import type { Api } from '../core/api.ts';
import { CompanionError } from '../core/companionError.ts';
import type { Connection } from '../core/live.ts';
import { ConnectionNotice } from './ConnectionNotice.tsx';
import { useTexts } from './context.ts';
import { Heading, type ViewProps } from './Heading.tsx';
import { Trouble } from './Trouble.tsx';

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
  const input = useRef<HTMLInputElement>(null);
  const busy = useRef(false);
  const [reference, setReference] = useState('');
  const [fault, setFault] = useState<'empty' | 'format' | null>(null);

  const claim = useMutation({
    networkMode: 'always',
    mutationFn: (typed: string) => api.claim(payment.id, typed),
    onSuccess: onPayment,
    onError: (error) => {
      if (error instanceof CompanionError) onProblem(error.problem);
    },
    onSettled: () => {
      busy.current = false;
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const typed = reference.trim();
    const found = typed === '' ? 'empty' : /^[\w.-]{1,64}$/.test(typed) ? null : 'format';
    setFault(found);
    if (found !== null) return input.current?.focus();
    if (busy.current) return;
    busy.current = true;
    claim.mutate(typed);
  }

  return (
    <>
      <Heading heading={heading} title={t('unresolved.title')}>
        {t('unresolved.lead')}
      </Heading>
      <ConnectionNotice connection={connection} />
      <form onSubmit={submit} noValidate>
        <h3>{t('unresolved.sms')}</h3>
        <label htmlFor="reference">{t('unresolved.label')}</label>
        <input
          ref={input}
          id="reference"
          part="input"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={reference}
          onChange={({ target }) => {
            setReference(target.value);
            setFault(null);
          }}
          aria-invalid={fault !== null}
          aria-describedby="reference-note"
        />
        <p id="reference-note" className="note wrong">
          {fault && t(`unresolved.${fault}`)}
        </p>
        <Trouble error={claim.error instanceof CompanionError ? claim.error : null} />
        <button type="submit" className="main" part="button" aria-disabled={claim.isPending}>
          {t(claim.isPending ? 'unresolved.claiming' : 'unresolved.claim')}
        </button>
      </form>
      <div className="late">
        <h3>{t('unresolved.nothing')}</h3>
        {payment.retryable ? (
          <button type="button" className="quiet" onClick={onAgain}>
            {t('unresolved.again')}
          </button>
        ) : (
          <p>{t('unresolved.wait')}</p>
        )}
      </div>
    </>
  );
}
