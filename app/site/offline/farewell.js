// Takes the service worker away again: built in its place with SERVICE_WORKER=off. Browsers fetch it as an update
// of the one that they have.
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
