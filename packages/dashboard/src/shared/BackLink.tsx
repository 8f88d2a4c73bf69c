import type { ReactNode } from 'react';

/** The way from a page to the list that it belongs to. */
export function BackLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <p className="back">
      <a href={to}>{children}</a>
    </p>
  );
}
