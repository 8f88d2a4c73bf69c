import type { ReactNode } from 'react';
import { type Route, writeRoute } from '../core/route.ts';

/** The way from a page to the list that it belongs to. */
export function BackLink({ to, children }: { readonly to: Route; readonly children: ReactNode }) {
  return (
    <p className="back">
      <a href={writeRoute(to)}>{children}</a>
    </p>
  );
}
