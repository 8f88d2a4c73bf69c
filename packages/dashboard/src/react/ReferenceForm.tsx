import { transactionReferenceSchema } from '@tsena/shared/checkout';
import type { MerchantPayment } from '@tsena/shared/merchant';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { sentenceOf, useDashboard, useTexts } from './desk.ts';
import { Field } from './Field.tsx';
import { FormButtons } from './FormButtons.tsx';
import { useAction } from './useAction.ts';

interface ReferenceFormProps {
  readonly payment: MerchantPayment;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Settles a payment by the operator's reference: its record decides. */
export function ReferenceForm({ payment, onDone, onCancel }: ReferenceFormProps) {
  const texts = useTexts();
  const { t } = texts;
  const { api } = useDashboard();
  const [reference, setReference] = useState('');
  const [wrong, setWrong] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const resolve = useAction(
    (transactionReference: string) => api.resolve(payment.id, { transactionReference }),
    () => t('done.resolved'),
    onDone,
  );
  const fault = wrong ? t('reference.wrong') : resolve.error === null ? null : sentenceOf(resolve.error, texts);

  function send(event: FormEvent) {
    event.preventDefault();
    if (resolve.isPending) return;
    const read = z.safeParse(transactionReferenceSchema, reference);
    setWrong(!read.success);
    if (read.success) resolve.mutate(read.data);
    else input.current?.focus();
  }

  return (
    <form className="stack inset" onSubmit={send} noValidate>
      <Field label={t('reference.label')} hint={t('reference.hint')} fault={fault}>
        {(given) => (
          <input
            {...given}
            ref={input}
            inputMode="text"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={reference}
            onChange={(event) => setReference(event.target.value)}
          />
        )}
      </Field>
      <FormButtons send={t('reference.send')} sending={resolve.isPending} onCancel={onCancel} />
    </form>
  );
}
