import { useEffect, useState } from 'react';

/** A request counts as slow after this time. */
export const SLOW_REQUEST_MS = 5_000;

/** Returns whether a request has been under way for {@link SLOW_REQUEST_MS}. */
export function useIsSlow(isPending: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setIsSlow(true), SLOW_REQUEST_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isPending]);
  return isSlow;
}
