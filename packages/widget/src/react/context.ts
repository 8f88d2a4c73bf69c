import { createContext, type RefObject, useContext } from 'react';
import { createTranslator, type Translator } from '../core/texts.ts';

/** How a change reaches a shopper who does not see it. */
export interface Voice {
  /** For the view's heading, which focus is moved to. */
  heading: RefObject<HTMLHeadingElement | null> | null;
  /** Speaks a change within a view. */
  say(text: string): void;
}

/** The texts of the widget around. */
export const TextsContext = createContext<Translator>(createTranslator('fr'));

/** The voice of the widget around. */
export const VoiceContext = createContext<Voice>({ heading: null, say: () => undefined });

/** The texts of the widget around. */
export function useTexts(): Translator {
  return useContext(TextsContext);
}

/** Speaks through the live region of the widget around. */
export function useSay(): Voice['say'] {
  return useContext(VoiceContext).say;
}
