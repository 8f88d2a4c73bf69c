import { useLayoutEffect, useRef, useState } from 'react';
import type { View } from '../core/flow.ts';
import type { Voice } from './context.ts';

/** What comes within so many ms is spoken together, or the last would silence the others. */
const BREATH_MS = 300;

/**
 * Announces each view once: focus inside the widget goes to the new heading, which is read for it; where focus is
 * elsewhere it stays there, and the live region speaks.
 */
export function useFocus(view: View): { voice: Voice; status: string } {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(view);
  const inside = useRef(false);
  const [status, setStatus] = useState('');
  const spoken = useRef(0);
  const [voice] = useState<Voice>({
    heading,
    say(text) {
      const now = performance.now();
      const isSameBreath = now - spoken.current < BREATH_MS;
      spoken.current = now;
      // The same text once more has to differ, or it is not spoken again.
      setStatus((said) => (isSameBreath && said ? `${said} ${text}` : said === text ? `${text}\u00a0` : text));
    },
  });

  // The old view is still there while this renders; once it is gone, so is the focus.
  if (shown.current !== view) inside.current = hasFocus(heading.current);

  useLayoutEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    const now = heading.current;
    if (inside.current) {
      setStatus('');
      now?.focus();
    } else {
      const lead = now?.nextElementSibling;
      spoken.current = performance.now();
      setStatus(`${now?.textContent ?? ''}. ${lead?.id === 'lead' ? lead.textContent : ''}`);
    }
  }, [view]);

  return { voice, status };
}

function hasFocus(element: Element | null): boolean {
  const root = element?.getRootNode();
  return root instanceof ShadowRoot && root.activeElement !== null;
}
