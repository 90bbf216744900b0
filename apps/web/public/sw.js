// Service worker of the installed page. Keeps one page for times without a network; every other answer comes from the
// server, so that nobody sees an older version or the data of somebody who was signed in before. Shows messages that the
// server pushes, and opens the page that each is about.
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

self.addEventListener('push', (event) => {
  const { title, body, link, tag } = event.data?.json() ?? {};
  if (!title) return;
  const shown = { body, tag, data: { link }, icon: '/icon-192.png', badge: '/icon-192.png' };
  event.waitUntil(self.registration.showNotification(title, shown));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { link } = event.notification.data ?? {};
  // Pages of this site alone are opened.
  const page = new URL(typeof link === 'string' ? link : '/', self.location.origin);
  const target = page.origin === self.location.origin ? page.href : self.location.origin;
  const open = async () => {
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const [first] = windows;
    if (!first) return self.clients.openWindow(target);
    await first.focus();
    return first.navigate(target).catch(() => self.clients.openWindow(target));
  };
  event.waitUntil(open());
});
