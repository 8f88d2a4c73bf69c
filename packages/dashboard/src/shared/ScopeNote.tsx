import type { LadderScope } from '@tsena/shared/merchant';
import { useTexts } from './dashboardContext.ts';

/** Says why an action is not offered: the key that is signed in does not allow it. */
export function ScopeNote({ needs }: { readonly needs: Exclude<LadderScope, 'read'> }) {
  const { t } = useTexts();
  return <p className="muted scope-note">{t(`scope.needs.${needs}`)}</p>;
}
