import { createContext, type RefObject, useContext } from 'react';
import type { Translator } from '../core/texts.ts';
import type { CheckoutOptions } from '../types.ts';

/** The texts of the surrounding checkout. */
export const TextsContext = createContext<Translator | null>(null);

/** For the view's heading, which receives the focus when the view changes. */
export const HeadingContext = createContext<RefObject<HTMLHeadingElement | null> | null>(null);

/** What the shop itself says in the surrounding checkout. */
export const ShopContext = createContext<Pick<CheckoutOptions, 'contact' | 'otherWayText'>>({});

/** Returns the texts of the surrounding checkout. */
export function useTexts(): Translator {
  const texts = useContext(TextsContext);
  if (texts === null) throw new Error('no texts around this view');
  return texts;
}
