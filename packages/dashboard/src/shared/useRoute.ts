import { useMemo, useSyncExternalStore } from 'react';
import { type Route, readRoute, writeRoute } from '../core/route.ts';

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}

/** The route in the page's address. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return useMemo(() => readRoute(hash), [hash]);
}

/** Opens a route. With `replace`, the browser's history gets no new entry. */
export function goTo(route: Route, replace = false): void {
  const hash = writeRoute(route);
  if (!replace) {
    location.hash = hash;
    return;
  }
  history.replaceState(null, '', hash);
  dispatchEvent(new HashChangeEvent('hashchange'));
}
