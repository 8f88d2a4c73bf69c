import { useLayoutEffect, useRef, useState } from 'react';
import type { View } from '../core/flow.ts';
import { rootOf } from './announcer.ts';

/**
 * Texts that follow each other within this time are announced together. Otherwise a screen reader would drop the first
 * one.
 */
const JOIN_WITHIN_MS = 300;

/**
 * Announces each view once. If the focus is inside the widget, it moves to the new heading, which the screen reader
 * then reads. If the focus is elsewhere, it stays there, and the live region announces the view.
 */
export function useAnnouncements(view: View) {
  const cardRef = useRef<HTMLElement>(null);
  const shownView = useRef(view);
  const hadFocus = useRef(false);
  const [liveText, setLiveText] = useState('');
  const announcedAtMs = useRef(0);
  const [announce] = useState(() => (text: string) => {
    const nowMs = performance.now();
    const isJoined = nowMs - announcedAtMs.current < JOIN_WITHIN_MS;
    announcedAtMs.current = nowMs;
    // A screen reader announces the same text again only if it differs.
    setLiveText((previous) =>
      isJoined && previous ? `${previous} ${text}` : previous === text ? `${text}\u00a0` : text,
    );
  });

  // The focus must be read while the old view is still in the page.
  if (shownView.current !== view) hadFocus.current = hasFocus(cardRef.current);

  useLayoutEffect(() => {
    if (shownView.current === view) return;
    shownView.current = view;
    const find = (selector: string) => cardRef.current?.querySelector<HTMLElement>(selector);
    const heading = find('h2');
    if (hadFocus.current) {
      setLiveText('');
      heading?.focus();
    } else {
      announcedAtMs.current = performance.now();
      setLiveText(`${heading?.textContent ?? ''}. ${find('#lead')?.textContent ?? ''}`);
    }
  }, [view]);

  return {
    /** For the card around the view. */
    cardRef,
    announce,
    /** The content of the live region. */
    liveText,
  };
}

/** Whether the focus is in an element. */
function hasFocus(element: Element | null): boolean {
  const focused = element && rootOf(element)?.activeElement;
  return focused ? element.contains(focused) : false;
}
