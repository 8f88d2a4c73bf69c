import { type ReactNode, useId } from 'react';

/** What an input needs to belong to its label, hint and fault. */
export interface FieldInput {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly fault?: string | null;
  readonly children: (given: FieldInput) => ReactNode;
}

/** An input with its label, its hint, and what is wrong with it. */
export function Field({ label, hint, fault = null, children }: FieldProps) {
  const id = useId();
  const described = [fault === null ? [] : [`${id}-fault`], hint === undefined ? [] : [`${id}-hint`]].flat().join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        ...(described === '' ? {} : { 'aria-describedby': described }),
        ...(fault === null ? {} : { 'aria-invalid': true }),
      })}
      {fault === null ? null : (
        <p className="fault" id={`${id}-fault`} role="alert">
          {fault}
        </p>
      )}
      {hint === undefined ? null : (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
