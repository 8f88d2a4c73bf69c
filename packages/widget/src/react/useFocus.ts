import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { View } from '../core/flow.ts';

/** How a change of view reaches a shopper who does not see it. */
export interface Focus {
  /** For the view's heading. */
  heading: RefObject<HTMLHeadingElement | null>;
  /** What the live region says. */
  status: string;
  /** Speaks a change within a view. */
  say(text: string): void;
}

/**
 * Announces each view once: focus inside the widget goes to the new heading, which is read for it; where focus is
 * elsewhere it stays there, and the live region speaks.
 */
export function useFocus(view: View): Focus {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(view);
  const inside = useRef(false);
  const [status, say] = useState('');

  // The old view is still there while this renders; once it is gone, so is the focus.
  if (shown.current !== view) inside.current = hasFocus(heading.current);

  useLayoutEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    const now = heading.current;
    if (inside.current) {
      say('');
      now?.focus();
    } else {
      const lead = now?.nextElementSibling?.matches('.lead') ? now.nextElementSibling.textContent : '';
      say(`${now?.textContent ?? ''}. ${lead ?? ''}`.trim());
    }
  }, [view]);

  return { heading, status, say };
}

function hasFocus(element: Element | null): boolean {
  const root = element?.getRootNode();
  return root instanceof ShadowRoot && root.activeElement !== null;
}
