import { Field, type FieldProps } from './Field.tsx';

interface SelectFieldProps<Option extends string> extends Omit<FieldProps, 'children'> {
  readonly options: readonly Option[];
  readonly value: Option | null;
  /** The text of no option, if one may choose none. */
  readonly none?: string;
  readonly nameOf: (option: Option) => string;
  readonly onChange: (option: Option | null) => void;
}

/** A field with a list of options. */
export function SelectField<Option extends string>({ options, value, none, nameOf, onChange, ...field }: SelectFieldProps<Option>) {
  return (
    <Field {...field}>
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
