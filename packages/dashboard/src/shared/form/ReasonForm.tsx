import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { describeError, useTexts } from '../dashboardContext.ts';
import { FormButtons } from './FormButtons.tsx';
import { isReason, ReasonField } from './ReasonField.tsx';

interface ReasonFormProps {
  readonly label: string;
  readonly hint: string;
  /** The text of the submit button. */
  readonly submit: string;
  readonly action: { readonly isPending: boolean; readonly error: unknown };
  /** Sends the reason; undefined while something else is missing. */
  readonly onSubmit: ((reason: string) => void) | undefined;
  readonly onCancel: () => void;
  /** What else the form asks for, above the reason; `isChecked` once it was submitted. */
  readonly children?: (isChecked: boolean) => ReactNode;
}

/** A form that asks for a reason. It begins with the focus in its first field. */
export function ReasonForm({ label, hint, submit, action, onSubmit, onCancel, children }: ReasonFormProps) {
  const texts = useTexts();
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);
  const isTooShort = !isReason(reason);
  const error = isChecked && isTooShort ? texts.t('reason.short') : action.error === null ? null : describeError(action.error, texts);

  function send(event: FormEvent) {
    event.preventDefault();
    if (action.isPending) return;
    setIsChecked(true);
    if (onSubmit !== undefined && !isTooShort) onSubmit(reason.trim());
    else form.current?.querySelector<HTMLElement>(onSubmit === undefined ? 'input' : 'textarea')?.focus();
  }

  return (
    <form className="stack inset" onSubmit={send} noValidate ref={form}>
      {children?.(isChecked)}
      <ReasonField label={label} hint={hint} error={error} value={reason} onChange={setReason} />
      <FormButtons submit={submit} isSubmitting={action.isPending} onCancel={onCancel} />
    </form>
  );
}
