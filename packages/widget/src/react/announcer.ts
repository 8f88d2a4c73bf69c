import { createContext, useContext } from 'react';

/** Announces a change within a view to screen readers. */
export type Announce = (text: string) => void;

/** The live region of the surrounding widget. */
export const AnnounceContext = createContext<Announce>(() => undefined);

/** Returns the function that announces a text through the live region of the surrounding widget. */
export function useAnnounce(): Announce {
  return useContext(AnnounceContext);
}

/** Returns whether an element has the focus: in a shadow root the document does not tell. */
export function isFocused(element: Element | null): boolean {
  return element !== null && rootOf(element)?.activeElement === element;
}

/** The document or the shadow root around an element, which says what has the focus in it. */
export function rootOf(element: Element): DocumentOrShadowRoot | undefined {
  const root = element.getRootNode();
  return root instanceof ShadowRoot || root instanceof Document ? root : undefined;
}
