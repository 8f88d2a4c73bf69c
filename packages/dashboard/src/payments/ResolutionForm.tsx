import type { MerchantPayment, ResolveBody } from '@tsena/shared/merchant';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { describeError, useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { FormButtons } from '../shared/form/FormButtons.tsx';
import { isReason, ReasonField } from '../shared/form/ReasonField.tsx';
import { useGroupAction } from './useGroupAction.ts';

interface ResolutionFormProps {
  /** One payment, or several that get the same resolution. */
  readonly payments: readonly MerchantPayment[];
  /** Whether the form closes the review of final payments; if not, it asks what the merchant found. */
  readonly closes: boolean;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

const FINDINGS = ['received', 'not_received'] as const;

/** Records a merchant's resolution of payments with its reason. */
export function ResolutionForm({ payments, closes, onDone, onCancel }: ResolutionFormProps) {
  const texts = useTexts();
  const { t } = texts;
  const { api } = useDashboard();
  const id = useId();
  const [finding, setFinding] = useState<(typeof FINDINGS)[number] | null>(null);
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);
  const resolve = useGroupAction(
    payments,
    ({ id: paymentId }, body: ResolveBody) => api.resolve(paymentId, body),
    () => t('done.resolution'),
    onDone,
  );
  const resolution = closes ? 'closed' : finding;
  const isTooShort = !isReason(reason);
  const lacksFinding = isChecked && resolution === null;
  const reasonError = isChecked && isTooShort ? t('reason.short') : resolve.error === null ? null : describeError(resolve.error, texts);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (resolve.isPending) return;
    setIsChecked(true);
    if (resolution !== null && !isTooShort) {
      resolve.mutate({ resolution, reason: reason.trim() });
      return;
    }
    form.current?.querySelector<HTMLElement>(resolution === null ? 'input' : 'textarea')?.focus();
  }

  return (
    <form className="stack inset" onSubmit={submit} noValidate ref={form}>
      {closes ? null : (
        <fieldset aria-describedby={lacksFinding ? `${id}-missing` : undefined}>
          <legend>{t('resolution.legend')}</legend>
          {FINDINGS.map((one) => (
            <label key={one} className="option">
              <input type="radio" name={id} value={one} checked={finding === one} onChange={() => setFinding(one)} />
              {t(`resolution.${one}`)}
            </label>
          ))}
          {lacksFinding ? (
            <p className="error" id={`${id}-missing`} role="alert">
              {t('resolution.missing')}
            </p>
          ) : null}
        </fieldset>
      )}
      <ReasonField
        label={t(closes ? 'close.reason' : 'resolution.reason')}
        hint={t(closes ? 'close.hint' : 'resolution.hint')}
        error={reasonError}
        value={reason}
        onChange={setReason}
      />
      <FormButtons submit={t('resolution.submit')} isSubmitting={resolve.isPending} onCancel={onCancel} />
    </form>
  );
}
