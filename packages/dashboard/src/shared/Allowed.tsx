import type { LadderScope } from '@tsena/shared/merchant';
import type { ReactNode } from 'react';
import { useAllowed, useTexts } from './dashboardContext.ts';

interface ScopeNoteProps {
  readonly needs: Exclude<LadderScope, 'read'>;
}

/** What only some keys may do; for others, a card that says why it is not offered. */
export function Allowed({ needs, children }: ScopeNoteProps & { readonly children: ReactNode }) {
  if (useAllowed(needs)) return children;
  return (
    <div className="card">
      <ScopeNote needs={needs} />
    </div>
  );
}

/** Says why an action is not offered: the key that is signed in does not allow it. */
export function ScopeNote({ needs }: ScopeNoteProps) {
  const { t } = useTexts();
  return <p className="muted scope-note">{t(`scope.needs.${needs}`)}</p>;
}
