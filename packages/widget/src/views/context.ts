import { createContext, type RefObject, useContext } from 'react';
import { createTranslator, type Translator } from '../core/texts.ts';
import type { CheckoutOptions } from '../types.ts';

/** The texts of the surrounding checkout. */
export const TextsContext = createContext<Translator>(createTranslator('fr'));

/** For the view's heading, which receives the focus when the view changes. */
export const HeadingContext = createContext<RefObject<HTMLHeadingElement | null> | null>(null);

/** What the shop itself says in the surrounding checkout. */
export const ShopContext = createContext<Pick<CheckoutOptions, 'contact' | 'otherWayText'>>({});

/** Returns the texts of the surrounding checkout. */
export function useTexts(): Translator {
  return useContext(TextsContext);
}
