import type { ReactNode } from 'react';

interface Props {
  /** The one clear action of a view; else a quiet one beside it. */
  main?: boolean;
  /** Under way: it stays focusable, so that nobody loses their place. */
  busy?: boolean;
  onClick?: () => void;
  children: ReactNode;
}

/** A button; without `onClick` it submits its form. */
export function Button({ main = false, busy = false, onClick, children }: Props) {
  const kind = main ? 'button' : 'quiet';
  return (
    <button type={onClick ? 'button' : 'submit'} className={kind} part={kind} aria-disabled={busy} onClick={onClick}>
      {children}
    </button>
  );
}
