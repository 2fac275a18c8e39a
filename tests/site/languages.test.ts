import { expect, test } from 'vitest';
import { sharedPortal } from '#tests/support/server/portal.ts';
import { indexedPaths, linksOf, metaOf, servedPages, tags } from '#tests/support/site/served-pages.ts';

const { url } = await sharedPortal('site');
const servedPage = servedPages(url);
const inSpanish = (path: string) => (path === '/' ? '/es' : `/es${path}`);

for (const path of indexedPaths) {
  test(`${path} has an address in Spanish, and both name each other`, async () => {
    const english = await servedPage(path);
    const spanish = await servedPage(inSpanish(path));
    expect(spanish.status).toBe(200);
    expect(spanish.html).toMatch(/<html lang="es"/);
    expect(tags(spanish.html, 'h1')).toHaveLength(1);
    expect(metaOf(spanish, 'description')).not.toEqual(metaOf(english, 'description'));
    expect(metaOf(spanish, 'og:locale')).toEqual(['es_US']);
    const linked = (html: string, rel: string) =>
      tags(html, 'link')
        .map(({ attributes }) => attributes)
        .filter((one) => one.rel === rel);
    expect(linked(spanish.html, 'canonical').map(({ href }) => href)).toEqual([url + inSpanish(path)]);
    for (const { html } of [english, spanish]) {
      expect(linked(html, 'alternate').map(({ hreflang, href }) => [hreflang, href])).toEqual([
        ['en', url + path],
        ['es', url + inSpanish(path)],
        ['x-default', url + path],
      ]);
    }
    // Links stay in the language, except for those behind the login and to the page in English.
    const leaving = linksOf(spanish)
      .map(({ label, href }) => ({ label, path: new URL(href, url + spanish.path).pathname, href }))
      .filter(({ href }) => href.startsWith('/'))
      .filter((link) => !/^\/(es|account|secured-files|manage)(\/|$)/.test(link.path));
    const isLegal = path === '/legal' || path === '/privacy-security';
    expect([...new Set(leaving.map(({ label }) => label))]).toEqual(
      isLegal ? ['English', 'Leer el texto en inglés'] : ['English'],
    );
  });
}

test('an unknown language is a 404 in the language of the visitor', async () => {
  const at = (path: string, headers: Record<string, string>) =>
    fetch(url + path, { headers: { accept: 'text/html', ...headers } });
  for (const [path, headers, language] of [
    ['/fr/fees', { 'accept-language': 'es-MX,es;q=0.9' }, 'es'],
    ['/fr/fees', { 'accept-language': 'fr' }, 'en'],
    ['/fr/fees', { 'accept-language': 'fr', cookie: 'lang=es' }, 'es'],
    ['/es/nothing', {}, 'es'],
  ] as const) {
    const answer = await at(path, headers);
    expect([path, answer.status]).toEqual([path, 404]);
    expect(await answer.text()).toContain(`<html lang="${language}"`);
  }
});
