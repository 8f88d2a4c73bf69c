import { createContext, useContext } from 'react';
import { createTranslator, type Translator } from '../core/texts.ts';

/** The texts of the widget around. */
export const TextsContext = createContext<Translator>(createTranslator('fr'));

/** Speaks through the live region of the widget around. */
export const SayContext = createContext<(text: string) => void>(() => undefined);

/** The texts of the widget around. */
export function useTexts(): Translator {
  return useContext(TextsContext);
}

/** Speaks through the live region of the widget around. */
export function useSay(): (text: string) => void {
  return useContext(SayContext);
}
