const CACHE = 'tsena-counter';

/**
 * Keeps this page and its files, so that it opens without a connection and can be installed. Answers of the companion
 * are never kept: the page itself has none in it.
 */
export function keepForOffline(): void {
  // Only on https or loopback.
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return;
  keep().catch(() => undefined);
}

async function keep(): Promise<void> {
  await navigator.serviceWorker.register('./counter-worker.js', { scope: './counter' });
  const folder = new URL('./counter-assets/', document.baseURI).href;
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const page = new URL('./counter', document.baseURI).href;
  const files = [page, ...new Set(loaded.filter((name) => name.startsWith(folder)))];
  const cache = await caches.open(CACHE);
  await cache.addAll(files);
  for (const { url } of await cache.keys()) if (!files.includes(url)) await cache.delete(url);
}
