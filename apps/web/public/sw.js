// Service worker of the installed page. Keeps one page for times without a network; every other answer comes from the
// server, so that nobody sees an older version or the data of somebody who was signed in before.
const cacheName = 'offline-1';
const kept = ['/offline.html', '/offline.js', '/favicon.svg'];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(kept)));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  const old = (names) => names.filter((name) => name !== cacheName);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { mode, method, url } = event.request;
  const { pathname } = new URL(url);
  const isKept = pathname === '/offline.js' || pathname === '/favicon.svg';
  if (method !== 'GET' || (mode !== 'navigate' && !isKept)) return;
  const path = mode === 'navigate' ? '/offline.html' : pathname;
  event.respondWith(fetch(event.request).catch(() => caches.match(path)));
});
