import { useMemo, useSyncExternalStore } from 'react';
import { type Route, readRoute, writeRoute } from '../core/route.ts';

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}

/** The page that the address names. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return useMemo(() => readRoute(hash), [hash]);
}

/** Goes to a page; `replace` leaves no step to come back to. */
export function goTo(route: Route, replace = false): void {
  const hash = writeRoute(route);
  if (!replace) {
    location.hash = hash;
    return;
  }
  history.replaceState(null, '', hash);
  dispatchEvent(new HashChangeEvent('hashchange'));
}
