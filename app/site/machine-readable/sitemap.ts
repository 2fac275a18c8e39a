import type { LoaderFunctionArgs } from 'react-router';
import { siteSource } from '#app/shared/site-source.ts';
import { alternates, localizePath, sourceLanguage } from '#domain/language/language.ts';
import { indexedPaths } from './indexed-paths.ts';

export function loader({ context }: LoaderFunctionArgs): Response {
  const { siteUrl } = context.get(siteSource);
  const urls = indexedPaths.flatMap((path) => urlsOf(path, siteUrl));
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`;
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
}

/** The page in each language. Each entry lists all of them, as search engines ask for it. */
function urlsOf(page: string, siteUrl: string): string[] {
  const pages = alternates(page);
  const links = [
    ...pages.map(({ language, path }) => link(language, siteUrl + path)),
    link('x-default', siteUrl + localizePath(page, sourceLanguage)),
  ];
  return pages.map(({ path }) => `  <url><loc>${siteUrl}${path}</loc>${links.join('')}</url>`);
}

function link(language: string, address: string): string {
  return `<xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`;
}
