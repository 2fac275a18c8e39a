import { afterAll, beforeAll, expect, test } from 'vitest';
import { i18nOf, provideWords, wordsIn } from '#app/language/words.ts';
import type { SiteData } from '#contract/site.ts';
import { officeOf } from '#domain/business/office.ts';
import type { Language } from '#domain/language/language.ts';
import { msg } from '#domain/language/message.ts';
import { demoBusiness } from '#tests/support/office.ts';
import { type PageMeta, pageMeta } from './meta.ts';

const title = msg`Prices`;
const home = msg`Home`;
const before = wordsIn('es');

beforeAll(() => {
  const i18n = i18nOf('es', { [title.id]: ['Precios'], [home.id]: ['Inicio'] });
  provideWords('es', { i18n, with: () => i18n, load: () => undefined, forPage: () => null });
});
afterAll(() => provideWords('es', before));

/** The head of a page, as [name, value]. */
function headOf(page: Partial<PageMeta>, language: Language) {
  const loaderData = {
    office: officeOf(demoBusiness),
    language,
    siteUrl: 'https://office.example',
  } as SiteData;
  const make = pageMeta(() => ({ title, description: 'All prices.', path: '/fees', ...page }));
  const parts = make({ matches: [{ loaderData }] } as unknown as Parameters<typeof make>[0]);
  return parts.map((part) => part as Record<string, unknown>);
}

const links = (head: Record<string, unknown>[]) =>
  head.filter(({ tagName }) => tagName === 'link').map(({ rel, hrefLang, href }) => [hrefLang ?? rel, href]);
const property = (head: Record<string, unknown>[], name: string) =>
  head.find((part) => part.property === name)?.content;

const translations = [
  ['en', 'https://office.example/fees'],
  ['es', 'https://office.example/es/fees'],
  ['x-default', 'https://office.example/fees'],
];

test.each([
  ['en', 'https://office.example/fees', '/share.png', 'en_US', 'Home', 'https://office.example/'],
  ['es', 'https://office.example/es/fees', '/es/share.png', 'es_US', 'Inicio', 'https://office.example/es'],
] as const)('names its own address and the others: %s', (language, address, image, locale, first, start) => {
  const head = headOf({}, language);
  expect(links(head)).toEqual([['canonical', address], ...translations]);
  expect(property(head, 'og:url')).toBe(address);
  expect(property(head, 'og:image')).toBe(`https://office.example${image}`);
  expect(property(head, 'og:locale')).toBe(locale);
  const data = head.find((part) => 'script:ld+json' in part)?.['script:ld+json'];
  expect(data).toMatchObject({ itemListElement: [{ name: first, item: start }, { item: address }] });
});

test('is titled in the language of the page', () => {
  expect(headOf({}, 'es')[0]).toEqual({ title: `Precios | ${demoBusiness.name}` });
});

test('a page that search engines leave out names no others', () => {
  expect(links(headOf({ index: false }, 'es'))).toEqual([['canonical', 'https://office.example/es/fees']]);
});

test('a page with one address has it in each language', () => {
  const head = headOf({ path: '/account', index: false }, 'es');
  expect(links(head)).toEqual([['canonical', 'https://office.example/account']]);
});
