import type { ReactNode } from 'react';

interface ChoiceProps<Option extends string | number> {
  readonly label: string;
  readonly options: readonly Option[];
  readonly chosen: Option;
  /** What an option's button says. */
  readonly nameOf: (option: Option) => ReactNode;
  readonly onChoose: (option: Option) => void;
}

/** A choice between a few options, as buttons side by side. */
export function Choice<Option extends string | number>({
  label,
  options,
  chosen,
  nameOf,
  onChoose,
}: ChoiceProps<Option>) {
  return (
    <fieldset className="choice">
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <button key={option} type="button" aria-pressed={option === chosen} onClick={() => onChoose(option)}>
          {nameOf(option)}
        </button>
      ))}
    </fieldset>
  );
}
