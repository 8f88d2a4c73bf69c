import type { Refund } from '@tsena/shared/merchant';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { describeError, useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { FormButtons } from '../shared/form/FormButtons.tsx';
import { isReason, ReasonField } from '../shared/form/ReasonField.tsx';
import { useAction } from '../shared/useAction.ts';

interface VoidFormProps {
  readonly refund: Refund;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Voids the record of a refund, with a reason. */
export function VoidForm({ refund, onDone, onCancel }: VoidFormProps) {
  const texts = useTexts();
  const { t, money } = texts;
  const { api } = useDashboard();
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => input.current?.focus(), []);
  const voiding = useAction(
    (why: string) => api.voidRefund(refund.id, why),
    ({ amount }) => t('refund.voidDone', { amount: money(amount) }),
    onDone,
  );
  const isTooShort = !isReason(reason);
  const error = isChecked && isTooShort ? t('reason.short') : voiding.error === null ? null : describeError(voiding.error, texts);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (voiding.isPending) return;
    setIsChecked(true);
    if (isTooShort) input.current?.focus();
    else voiding.mutate(reason.trim());
  }

  return (
    <form className="stack inset" onSubmit={submit} noValidate>
      <ReasonField
        label={t('refund.voidReason')}
        hint={t('refund.voidHint')}
        error={error}
        inputRef={input}
        value={reason}
        onChange={setReason}
      />
      <FormButtons submit={t('refund.voidSubmit')} isSubmitting={voiding.isPending} onCancel={onCancel} />
    </form>
  );
}
