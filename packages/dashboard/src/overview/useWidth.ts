import { type RefObject, useEffect, useRef, useState } from 'react';

/** Measures an element's width, in CSS pixels; `initialPx` before the first measurement. */
export function useWidth<Target extends Element>(initialPx: number): readonly [RefObject<Target | null>, number] {
  const ref = useRef<Target>(null);
  const [width, setWidth] = useState(initialPx);
  useEffect(() => {
    const target = ref.current;
    if (target === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined && entry.contentRect.width > 0) setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
