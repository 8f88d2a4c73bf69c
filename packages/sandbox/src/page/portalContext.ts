import { createContext, useContext } from 'react';
import type { TransactionView } from '../views/views.ts';
import type { Decision } from './api.ts';
import type { PortalData } from './usePortalData.ts';

/** What every part of the page uses. */
export interface Portal {
  readonly data: PortalData;
  /** Tells screen readers. */
  announce(text: string): void;
  /**
   * Runs an action, reads everything again, and announces what it returns. False if it failed: the page then shows why.
   *
   * @param focused the title whose part of the page has changed; it gets the focus
   */
  act(action: () => Promise<string | undefined>, focused?: string): Promise<boolean>;
  /** Approves or rejects a payment. @param as the status that the service sends instead (live dialect only) */
  decide(payment: TransactionView, decision: Decision, as?: string): Promise<boolean>;
}

export const PortalContext = createContext<Portal | null>(null);

/** The portal. Throws outside {@link PortalContext}. */
export function usePortal(): Portal {
  const portal = useContext(PortalContext);
  if (portal === null) throw new Error('usePortal needs a PortalContext, which App provides.');
  return portal;
}
