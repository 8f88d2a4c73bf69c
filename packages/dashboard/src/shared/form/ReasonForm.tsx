import { type ReactNode, useState } from 'react';
import { useTexts } from '../dashboardContext.ts';
import { Form, FormButtons } from './Form.tsx';
import { isReason, ReasonField } from './fields.tsx';

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

/** A form that asks for a reason. */
export function ReasonForm({ label, hint, submit, action, onSubmit, onCancel, children }: ReasonFormProps) {
  const { t, describe } = useTexts();
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const isTooShort = !isReason(reason);
  const error = isChecked && isTooShort ? t('reason.short') : action.error === null ? null : describe(action.error);
  function send() {
    setIsChecked(true);
    if (!isTooShort) onSubmit?.(reason.trim());
  }
  return (
    <Form className="stack inset" isBusy={action.isPending} onSubmit={send} startsFocused>
      {children?.(isChecked)}
      <ReasonField label={label} hint={hint} error={error} value={reason} onChange={setReason} />
      <FormButtons submit={submit} isSubmitting={action.isPending} onCancel={onCancel} />
    </Form>
  );
}
