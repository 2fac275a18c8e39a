import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { siteSource } from '#app/shared/site-source.ts';
import { demoBusiness } from '#tests/support/office.ts';
import { indexedPaths } from './indexed-paths.ts';
import { loader } from './sitemap.ts';

const siteUrl = 'https://office.example';

async function sitemap(): Promise<string> {
  const context = new RouterContextProvider();
  context.set(siteSource, { business: demoBusiness, siteUrl, publishableKey: 'key', calendarUrl: null });
  return loader({ context } as unknown as LoaderFunctionArgs).text();
}

test('lists each page in each language', async () => {
  const addresses = [...(await sitemap()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
  expect(addresses.slice(0, 4)).toEqual([
    `${siteUrl}/`,
    `${siteUrl}/es`,
    `${siteUrl}/tax-preparation-services`,
    `${siteUrl}/es/tax-preparation-services`,
  ]);
  expect(new Set(addresses).size).toBe(2 * indexedPaths.length);
});

test('each entry names the page in all languages, itself too', async () => {
  const entries = (await sitemap()).match(/<url>.*<\/url>/g) ?? [];
  for (const address of ['/fees', '/es/fees']) {
    const entry = entries.find((text) => text.includes(`<loc>${siteUrl}${address}</loc>`)) ?? '';
    expect([...entry.matchAll(/hreflang="([^"]*)" href="([^"]*)"/g)].map(([, ...both]) => both)).toEqual([
      ['en', `${siteUrl}/fees`],
      ['es', `${siteUrl}/es/fees`],
      ['x-default', `${siteUrl}/fees`],
    ]);
  }
});
