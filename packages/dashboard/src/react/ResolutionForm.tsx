import type { MerchantPayment, ResolveBody } from '@tsena/shared/merchant';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { sentenceOf, useDashboard, useTexts } from './desk.ts';
import { Field } from './Field.tsx';
import { FormButtons } from './FormButtons.tsx';
import { useAction } from './useAction.ts';

interface ResolutionFormProps {
  readonly payment: MerchantPayment;
  /** Only notes that what was flagged is dealt with; else asks what was found out. */
  readonly closed: boolean;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

const FINDINGS = ['received', 'not_received'] as const;
const SHORTEST = 3;

/** Records what a person decided about a payment, with the reason. */
export function ResolutionForm({ payment, handled, onDone, onCancel }: ResolutionFormProps) {
  const texts = useTexts();
  const { t } = texts;
  const { api } = useDashboard();
  const id = useId();
  const [finding, setFinding] = useState<(typeof FINDINGS)[number] | null>(null);
  const [reason, setReason] = useState('');
  const [checked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);
  const resolve = useAction(
    (body: ResolveBody) => api.resolve(payment.id, body),
    () => t('done.decided'),
    onDone,
  );
  const decision = handled ? 'closed' : finding;
  const tooShort = reason.trim().length < SHORTEST;
  const reasonFault = checked && tooShort ? t('reason.short') : resolve.error === null ? null : sentenceOf(resolve.error, texts);

  function send(event: FormEvent) {
    event.preventDefault();
    if (resolve.isPending) return;
    setChecked(true);
    if (decision !== null && !tooShort) {
      resolve.mutate({ resolution, reason: reason.trim() });
      return;
    }
    form.current?.querySelector<HTMLElement>(decision === null ? 'input' : 'textarea')?.focus();
  }

  return (
    <form className="stack inset" onSubmit={send} noValidate ref={form}>
      {handled ? null : (
        <fieldset aria-describedby={checked && finding === null ? `${id}-none` : undefined}>
          <legend>{t('decision.legend')}</legend>
          {FINDINGS.map((one) => (
            <label key={one} className="option">
              <input type="radio" name={id} value={one} checked={finding === one} onChange={() => setFinding(one)} />
              {t(`decision.${one}`)}
            </label>
          ))}
          {checked && finding === null ? (
            <p className="fault" id={`${id}-none`} role="alert">
              {t('decision.none')}
            </p>
          ) : null}
        </fieldset>
      )}
      <Field
        label={t(handled ? 'handled.reason' : 'decision.reason')}
        hint={t(handled ? 'handled.hint' : 'decision.hint')}
        fault={reasonFault}
      >
        {(given) => <textarea {...given} rows={2} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />}
      </Field>
      <FormButtons send={t('decision.send')} sending={resolve.isPending} onCancel={onCancel} />
    </form>
  );
}
