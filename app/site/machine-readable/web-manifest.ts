import type { LoaderFunctionArgs } from 'react-router';
import { siteSource } from '#app/shared/site-source.ts';

/** The background color of app.css, which a phone shows while the app starts. */
const paper = '#fbf8f2';

/** The web manifest, with which phones can install the site. */
export function loader({ context }: LoaderFunctionArgs): Response {
  const { business } = context.get(siteSource);
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
