/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alternates, languageOf, languages, localizePath } from './language.ts';

test.each([
  ['/', 'en'],
  ['/fees', 'en'],
  ['/es', 'es'],
  ['/es/', 'es'],
  ['/es?from=mail', 'es'],
  ['/es#top', 'es'],
  ['/es/fees', 'es'],
  // Not a language: these are addresses of no page, in English.
  ['/espanol', 'en'],
  ['/fr/fees', 'en'],
  ['/en/fees', 'en'],
  ['/ES/fees', 'en'],
  ['//es/fees', 'en'],
  ['/toString', 'en'],
  // Behind the login, a page has one address.
  ['/account', null],
  ['/account/returns/1', null],
  ['/secured-files?form=open', null],
  ['/manage/calendar', null],
  ['/accounting', 'en'],
])('the language of %s is %s', (path, language) => {
  expect(languageOf(path)).toBe(language);
});

test.each([
  ['/', '/es'],
  ['/?q=1', '/es?q=1'],
  ['/#prices', '/es#prices'],
  ['/fees', '/es/fees'],
  ['/fees?a=/es/#b', '/es/fees?a=/es/#b'],
  ['/es/fees', '/es/fees'],
  ['/es', '/es'],
  ['/account', '/account'],
  ['/secured-files?form=open', '/secured-files?form=open'],
])('%s is %s in Spanish', (path, spanish) => {
  expect(localizePath(path, 'es')).toBe(spanish);
});

describe('any path', () => {
  const path = fc
    .array(fc.constantFrom('es', 'en', 'fees', 'account', 'a b', 'ñ', '%2F'), { maxLength: 4 })
    .chain((parts) => fc.constantFrom('', '?x=/es', '#/es').map((end) => `/${parts.join('/')}${end}`))
    // No page's own path begins with a language.
    .filter((made) => !made.startsWith('/es/es'));

  test('is in the language that it was put into, or has one address', () => {
    fc.assert(
      fc.property(path, fc.constantFrom(...languages), (from, language) => {
        const to = localizePath(from, language);
        expect([language, null]).toContain(languageOf(to));
        expect(localizePath(to, language)).toBe(to);
      }),
    );
  });

  test('has the same alternates in every language', () => {
    fc.assert(
      fc.property(path, fc.constantFrom(...languages), (from, language) => {
        expect(alternates(localizePath(from, language))).toEqual(alternates(from));
      }),
    );
  });
});

test('lists the addresses of a page, the source language first', () => {
  expect(alternates('/es/fees')).toEqual([
    { language: 'en', path: '/fees' },
    { language: 'es', path: '/es/fees' },
  ]);
  expect(alternates('/account')).toEqual([]);
});
