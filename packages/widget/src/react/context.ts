import { createContext, type RefObject, useContext } from 'react';
import { createTranslator, type WidgetTexts } from '../core/texts.ts';
import type { CheckoutOptions } from '../types.ts';

/** Announces changes to screen readers. */
export interface Announcer {
  /** For the view's heading, which receives the focus when the view changes. */
  headingRef: RefObject<HTMLHeadingElement | null> | null;
  /** Announces a change within a view. */
  announce(text: string): void;
}

/** The texts of the surrounding widget. */
export const TextsContext = createContext<WidgetTexts>(createTranslator('fr'));

/** The announcer of the surrounding widget. */
export const AnnouncerContext = createContext<Announcer>({ headingRef: null, announce: () => undefined });

/** What the shop itself says in the surrounding widget. */
export const ShopContext = createContext<Pick<CheckoutOptions, 'contact' | 'otherWayText'>>({});

/** Returns the texts of the surrounding widget. */
export function useTexts(): WidgetTexts {
  return useContext(TextsContext);
}

/** Returns the function that announces a text through the live region of the surrounding widget. */
export function useAnnounce(): Announcer['announce'] {
  return useContext(AnnouncerContext).announce;
}
