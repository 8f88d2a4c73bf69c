interface ChoiceProps<Option extends string | number> {
  readonly label: string;
  readonly options: readonly Option[];
  readonly chosen: Option;
  readonly name: (option: Option) => string;
  readonly onChoose: (option: Option) => void;
}

/** One of a few, side by side. */
export function Choice<Option extends string | number>({ label, options, chosen, name, onChoose }: ChoiceProps<Option>) {
  return (
    <fieldset className="choice">
      <legend className="unseen">{label}</legend>
      {options.map((option) => (
        <button key={option} type="button" aria-pressed={option === chosen} onClick={() => onChoose(option)}>
          {name(option)}
        </button>
      ))}
    </fieldset>
  );
}
