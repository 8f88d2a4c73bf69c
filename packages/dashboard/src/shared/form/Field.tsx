import { type ReactNode, useId } from 'react';
import { Alert } from '../Alert.tsx';

/** The attributes that connect an input with its label, hint and error. */
export interface FieldInput {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

export interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | null | undefined;
  readonly children: (attributes: FieldInput) => ReactNode;
}

/** An input with its label, hint and error. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const describedBy = [error == null ? [] : [`${id}-error`], hint === undefined ? [] : [`${id}-hint`]].flat().join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        ...(describedBy === '' ? {} : { 'aria-describedby': describedBy }),
        ...(error == null ? {} : { 'aria-invalid': true }),
      })}
      <Alert id={`${id}-error`}>{error ?? null}</Alert>
      {hint === undefined ? null : (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
