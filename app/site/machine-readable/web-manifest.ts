import { business } from '#app/business.ts';

/** Paper, as in app.css: a phone shows it while the site starts from the home screen. */
const paper = '#fbf8f2';

/** The web manifest: what a phone needs to put the site beside its apps. */
export function loader(): Response {
  const manifest = {
    id: '/',
    name: business.name,
    short_name: business.shortName,
    lang: 'en',
    start_url: '/account',
    scope: '/',
    display: 'standalone',
    background_color: paper,
    theme_color: paper,
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json; charset=utf-8' },
  });
}
