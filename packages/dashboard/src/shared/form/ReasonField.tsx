import { Field, type FieldProps } from './Field.tsx';

const MIN_LENGTH = 3;
const MAX_LENGTH = 500;

/** Whether the companion takes a reason. */
export function isReason(text: string): boolean {
  return text.trim().length >= MIN_LENGTH;
}

interface ReasonFieldProps extends Omit<FieldProps, 'children'> {
  readonly name?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A field for a reason in the merchant's words. */
export function ReasonField({ label, hint, error, name, value, onChange }: ReasonFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <textarea
          {...attributes}
          name={name}
          rows={2}
          maxLength={MAX_LENGTH}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
