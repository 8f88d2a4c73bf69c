import type { ComponentProps } from 'react';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly look?: 'primary' | 'quiet' | 'wide' | 'danger' | 'quiet more';
  /** A press does nothing while the button is busy; it keeps the focus. */
  readonly isBusy?: boolean;
}

/** A button. */
export function Button({ look, isBusy, onClick, type = 'button', ...attributes }: ButtonProps) {
  return (
    <button
      {...attributes}
      type={type}
      className={look === undefined ? 'button' : `button ${look}`}
      aria-disabled={isBusy}
      onClick={isBusy ? undefined : onClick}
    />
  );
}
