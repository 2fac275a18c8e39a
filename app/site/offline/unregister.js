// Removes the service worker: built instead of it with SERVICE_WORKER=off. Browsers fetch it as an update of the
// installed one.
self.addEventListener('install', () => {
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(leave());
});

async function leave() {
  const names = (await caches.keys()).filter((name) => name.startsWith('nutmeg-'));
  await Promise.all(names.map((name) => caches.delete(name)));
  await self.registration.unregister();
}
