import { siteUrl } from '#app/env.ts';
import { indexedPaths } from './indexed-paths.ts';

export function loader(): Response {
  const urls = indexedPaths.map((path) => `  <url><loc>${siteUrl}${path}</loc></url>`);
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
}
