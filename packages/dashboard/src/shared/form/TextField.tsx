import type { ComponentProps, Ref } from 'react';
import { Field, type FieldProps } from './Field.tsx';

interface TextFieldProps extends Omit<FieldProps, 'children'>, Omit<ComponentProps<'input'>, 'onChange' | 'ref' | keyof FieldProps> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A field with one line of text, a day or the like. */
export function TextField({ label, hint, error, onChange, inputRef, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <input autoComplete="off" {...input} {...attributes} ref={inputRef} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  );
}
