import type { InputHTMLAttributes, RefObject } from 'react';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  input: RefObject<HTMLInputElement | null>;
  label: string;
  /** What belongs there, or what is wrong with what is there. */
  note: string;
  wrong: boolean;
}

/** A field with its label and its note. */
export function Field({ input, label, note, wrong, ...attributes }: Props) {
  return (
    <div className="field">
      <label htmlFor="field">{label}</label>
      <input {...attributes} ref={input} id="field" part="input" aria-invalid={wrong} aria-describedby="note" />
      <p id="note" className={wrong ? 'bad' : 'small'}>
        {note}
      </p>
    </div>
  );
}

/** Whether the field has the focus, so that a change of its note would go unheard. */
export function isFocused(input: HTMLInputElement | null): boolean {
  const root = input?.getRootNode();
  return root instanceof ShadowRoot && root.activeElement === input;
}
