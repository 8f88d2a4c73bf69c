import { createContext, useContext } from 'react';
import type { Translator } from '../core/texts.ts';

/** The texts of the surrounding checkout. */
export const TextsContext = createContext<Translator | null>(null);

/** Returns the texts of the surrounding checkout. */
export function useTexts(): Translator {
  const texts = useContext(TextsContext);
  if (texts === null) throw new Error('no texts around this view');
  return texts;
}
