/**
 * What react-query and the views use of React, for the script-tag file: Preact without its compat layer, whose
 * rewriting of properties nobody here needs and every shopper would download (1.3 KB).
 */
import { useCallback, useEffect, useLayoutEffect, useState } from 'preact/hooks';

export { createContext, createElement, Fragment } from 'preact';
export * from 'preact/hooks';

/** As React's: a store's present value, and a new rendering whenever it changes. */
export function useSyncExternalStore<T>(subscribe: (onChange: () => void) => () => void, getSnapshot: () => T): T {
  const value = getSnapshot();
  const [{ seen }, renderAgain] = useState(() => ({ seen: { value, getSnapshot } }));
  const look = useCallback(() => {
    if (!Object.is(seen.value, seen.getSnapshot())) renderAgain({ seen });
  }, [seen]);

  useLayoutEffect(() => {
    seen.value = value;
    seen.getSnapshot = getSnapshot;
    // The store may have changed since this rendering began.
    look();
  });
  useEffect(() => {
    look();
    return subscribe(look);
  }, [subscribe, look]);
  return value;
}
