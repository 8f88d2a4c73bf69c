/**
 * The parts of React that the views use, from Preact, for the script-tag file. Preact's own compat layer would add 1.3 KB
 * that the widget does not use.
 */
import { useCallback, useEffect, useLayoutEffect, useState } from 'preact/hooks';

export { createContext, createElement, Fragment } from 'preact';
export * from 'preact/hooks';

/** As in React: returns a store's current value, and renders again when it changes. */
export function useSyncExternalStore<T>(subscribe: (onChange: () => void) => () => void, getSnapshot: () => T): T {
  const value = getSnapshot();
  const [{ rendered }, renderAgain] = useState(() => ({ rendered: { value, getSnapshot } }));
  const renderIfChanged = useCallback(() => {
    if (!Object.is(rendered.value, rendered.getSnapshot())) renderAgain({ rendered });
  }, [rendered]);

  useLayoutEffect(() => {
    rendered.value = value;
    rendered.getSnapshot = getSnapshot;
    // The store may have changed since this rendering began.
    renderIfChanged();
  });
  useEffect(() => {
    renderIfChanged();
    return subscribe(renderIfChanged);
  }, [subscribe, renderIfChanged]);
  return value;
}
