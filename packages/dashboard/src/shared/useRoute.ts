import { useMemo, useSyncExternalStore } from 'react';
import { type Route, readRoute } from '../core/route.ts';

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}

/** The route in the page's address. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return useMemo(() => readRoute(hash), [hash]);
}

/** Opens an address, such as `#/payments`. With `replace`, the browser's history gets no new entry. */
export function goTo(hash: string, replace = false): void {
  if (!replace) {
    location.hash = hash;
    return;
  }
  history.replaceState(null, '', hash);
  dispatchEvent(new HashChangeEvent('hashchange'));
}
