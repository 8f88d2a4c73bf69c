import { type ComponentProps, type ReactNode, useId } from 'react';
import { Alert } from '../ErrorText.tsx';

/** The attributes that connect an input with its label, hint and error. */
interface FieldInput {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

interface Labels {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | null | undefined;
}

/** An input with its label, hint and error. */
export function Field({
  label,
  hint,
  error,
  children,
}: Labels & { readonly children: (attributes: FieldInput) => ReactNode }) {
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

interface TextFieldProps extends Labels, Omit<ComponentProps<'input'>, 'onChange' | 'ref' | 'children' | keyof Labels> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A field with one line of text, a day or the like. */
export function TextField({ label, hint, error, onChange, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <input autoComplete="off" {...input} {...attributes} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  );
}

interface SelectFieldProps<Option extends string> extends Labels {
  readonly options: readonly Option[];
  readonly value: Option | null;
  /** The text of no option, if one may choose none. */
  readonly none?: string;
  readonly nameOf: (option: Option) => string;
  readonly onChange: (option: Option | null) => void;
}

/** A field with a list of options. */
export function SelectField<Option extends string>({
  options,
  value,
  none,
  nameOf,
  onChange,
  ...labels
}: SelectFieldProps<Option>) {
  return (
    <Field {...labels}>
      {(attributes) => (
        <select
          {...attributes}
          value={value ?? ''}
          onChange={(event) => onChange(options.find((option) => option === event.target.value) ?? null)}
        >
          {none === undefined ? null : <option value="">{none}</option>}
          {options.map((option) => (
            <option key={option} value={option}>
              {nameOf(option)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

const MIN_REASON_LENGTH = 3;
const MAX_REASON_LENGTH = 500;

/** Whether the companion takes a reason. */
export function isReason(text: string): boolean {
  return text.trim().length >= MIN_REASON_LENGTH;
}

interface ReasonFieldProps extends Labels {
  readonly name?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A field for a reason in the merchant's words. */
export function ReasonField({ name, value, onChange, ...labels }: ReasonFieldProps) {
  return (
    <Field {...labels}>
      {(attributes) => (
        <textarea
          {...attributes}
          name={name}
          rows={2}
          maxLength={MAX_REASON_LENGTH}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
