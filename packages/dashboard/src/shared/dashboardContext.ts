import { includesScope, type LadderScope, type Merchant } from '@tsena/shared/merchant';
import { createContext, useContext } from 'react';
import type { Api } from '../core/api.ts';
import type { Translator } from '../core/texts.ts';
import type { LiveData } from './useLiveData.ts';

/** What every view of a signed-in merchant uses. */
export interface Dashboard {
  readonly api: Api;
  readonly merchant: Merchant;
  /** Shows a short message; screen readers read it out. */
  announce(message: string): void;
  readonly live: LiveData;
}

export const TextsContext = createContext<Translator | null>(null);
export const DashboardContext = createContext<Dashboard | null>(null);

/** The texts in the merchant's language. Throws outside {@link TextsContext}. */
export function useTexts(): Translator {
  const texts = useContext(TextsContext);
  if (texts === null) throw new Error('useTexts needs a TextsContext, which App provides.');
  return texts;
}

/** The signed-in merchant's dashboard. Throws outside {@link DashboardContext}. */
export function useDashboard(): Dashboard {
  const dashboard = useContext(DashboardContext);
  if (dashboard === null) throw new Error('useDashboard needs a DashboardContext, which SignedIn provides.');
  return dashboard;
}

/**
 * Whether the key that is signed in may do what needs `scope`. The companion decides; the page only does not offer what
 * it would refuse.
 */
export function useAllowed(scope: LadderScope): boolean {
  return includesScope(useDashboard().merchant.key.scope, scope);
}
