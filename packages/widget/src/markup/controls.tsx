import type { ComponentPropsWithRef, ReactNode, RefObject } from 'react';

interface TitleProps {
  headingRef?: RefObject<HTMLHeadingElement | null> | null | undefined;
  icon?: ReactNode;
  title: string;
}

/** A view's heading. {@link Lead} follows it if the view has a first sentence. */
export function Title({ headingRef, icon, title }: TitleProps) {
  return (
    <h2 ref={headingRef} tabIndex={-1} part="title" aria-describedby="lead">
      {icon}
      {title}
    </h2>
  );
}

/** A view's first sentence. Screen readers read it with the heading. */
export function Lead({ children }: { children: ReactNode }) {
  return <p id="lead">{children}</p>;
}

interface ButtonProps {
  /** Whether this is the view's main action. */
  main?: boolean;
  /** Whether a request is under way. The button stays focusable, so that the focus is not lost. */
  busy?: boolean;
  onClick?: (() => void) | undefined;
  children: ReactNode;
}

/** A button. Without `onClick` it submits its form. */
export function Button({ main = false, busy = false, onClick, children }: ButtonProps) {
  const kind = main ? 'button' : 'quiet';
  return (
    <button type={onClick ? 'button' : 'submit'} className={kind} part={kind} aria-disabled={busy} onClick={onClick}>
      {children}
    </button>
  );
}

/** The attributes of an input, and its `ref`. */
export type InputProps = ComponentPropsWithRef<'input'>;

interface FieldProps {
  label: string;
  /** What to enter, or what is wrong with the value. */
  note: string;
  isInvalid: boolean;
  /** The input's other attributes. */
  attributes: InputProps;
}

/** An input with its label and its note. */
export function Field({ label, note, isInvalid, attributes }: FieldProps) {
  return (
    <div className="field">
      <label htmlFor="field">{label}</label>
      <input {...attributes} id="field" part="input" aria-invalid={isInvalid} aria-describedby="note" />
      <p id="note" className={isInvalid ? 'bad' : 'small'}>
        {note}
      </p>
    </div>
  );
}

/** A sentence that appears within a view. */
export function Notice({ text, isError }: { text: string; isError: boolean }) {
  return (
    <p className={isError ? 'notice bad' : 'notice'} part="notice">
      {text}
    </p>
  );
}
