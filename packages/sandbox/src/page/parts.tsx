import type { ComponentChildren } from 'preact';

/** Focuses a title, whose part of the page has changed. */
export function focusTitle(id: string): void {
  document.getElementById(`title-${id}`)?.focus();
}

/** A time in the browser's time zone: `14:03:09`. */
export function Time({ at }: { readonly at: string }) {
  return (
    <time class="muted" dateTime={at} title={at}>
      {new Date(at).toLocaleTimeString('fr', { timeStyle: 'medium' })}
    </time>
  );
}

/** Names and values. A fact without a value is left out. */
export function FactList({ facts }: { readonly facts: readonly (readonly [name: string, value: string | null])[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) =>
        value === null || value === '' ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

interface ChoiceProps {
  readonly label: string;
  /** The value and the text of each option. */
  readonly options: readonly (readonly [value: string, text: ComponentChildren])[];
  readonly chosen: string;
  readonly onChoose: (value: string) => void;
}

/** A choice between a few options, as buttons side by side. */
export function Choice({ label, options, chosen, onChoose }: ChoiceProps) {
  return (
    <fieldset class="choice">
      <legend class="visually-hidden">{label}</legend>
      {options.map(([value, text]) => (
        <button key={value} type="button" aria-pressed={value === chosen} onClick={() => onChoose(value)}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}

/** A select in its label. */
export function Select({ label, options, chosen, onChoose }: ChoiceProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={chosen} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
