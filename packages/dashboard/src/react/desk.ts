import type { Merchant } from '@tsena/shared/merchant';
import { createContext, useContext } from 'react';
import type { Api } from '../core/api.ts';
import { ApiError } from '../core/apiError.ts';
import type { Translator } from '../core/texts.ts';

/** What every view of a signed-in merchant works with. */
export interface Dashboard {
  readonly api: Api;
  readonly merchant: Merchant;
  /** Shows a short message, and speaks it. */
  announce(message: string): void;
}

export const TextsContext = createContext<Translator | null>(null);
export const DashboardContext = createContext<Dashboard | null>(null);

/** The texts of the language that was chosen. */
export function useTexts(): Translator {
  const texts = useContext(TextsContext);
  if (texts === null) throw new Error('useTexts is for what stands inside App.');
  return texts;
}

/** The signed-in merchant's desk. */
export function useDashboard(): Dashboard {
  const desk = useContext(DashboardContext);
  if (desk === null) throw new Error('useDashboard is for what stands inside SignedIn.');
  return desk;
}

/** An error in words. */
export function sentenceOf(error: unknown, { t }: Translator): string {
  if (!(error instanceof ApiError)) return t('error.unreadable');
  return error.sentence !== '' ? error.sentence : t(error.code === 'unreachable' ? 'error.unreachable' : 'error.unreadable');
}
