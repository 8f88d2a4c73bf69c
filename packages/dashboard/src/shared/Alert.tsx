import type { ReactNode } from 'react';

/** An error in words; nothing without one. Screen readers read it out. */
export function Alert({ children, id }: { readonly children: ReactNode; readonly id?: string }) {
  return children === null ? null : (
    <p className="error" id={id} role="alert">
      {children}
    </p>
  );
}
