// Opens the counter without a connection. The page keeps itself and its files in the cache; this only reads them. It
// never sees an answer of the companion: only the page and its files, whose names change with their content, pass here.
const page = new URL('./counter', self.location.href).href;
const assets = new URL('./counter-assets/', self.location.href).href;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate')
    event.respondWith(fetch(request).catch(async () => (await caches.match(page)) ?? Response.error()));
  else if (request.url.startsWith(assets))
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
});
