import { type RefObject, useEffect, useRef } from 'react';

/** Gives a new heading the focus if what had it is gone. The heading needs `tabIndex={-1}`. */
export function useLostFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
