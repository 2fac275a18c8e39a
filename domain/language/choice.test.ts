import { expect, test } from 'vitest';
import { acceptedTags, choiceCookie, chosenLanguage, preferredLanguage } from './choice.ts';

test.each([
  ['lang=es', 'es'],
  ['a=1; lang=en; b=2', 'en'],
  ['slang=es', null],
  ['lang=fr', null],
  ['lang=', null],
  ['lang=ES', null],
  ['lang=fr; lang=es', 'es'],
  ['', null],
  [undefined, null],
  [null, null],
])('the choice in the cookies %j is %s', (cookies, chosen) => {
  expect(chosenLanguage(cookies)).toBe(chosen);
});

test('a choice is kept for a year, and is not sent with requests of other sites', () => {
  expect(choiceCookie('es')).toBe('lang=es; Path=/; Max-Age=31536000; SameSite=Lax');
  expect(chosenLanguage(choiceCookie('es'))).toBe('es');
});

test.each([
  [['es-MX', 'en'], 'es'],
  [['fr-FR', 'en-GB', 'es'], 'en'],
  [['ES'], 'es'],
  [['est'], null],
  [['*'], null],
  [[], null],
])('a browser with %j prefers %s', (tags, language) => {
  expect(preferredLanguage(tags)).toBe(language);
});

test.each([
  ['es-MX,es;q=0.9,en;q=0.8', ['es-MX', 'es', 'en']],
  ['en;q=0.5, es', ['es', 'en']],
  ['en, es;q=0', ['en']],
  ['es;q=x', []],
  ['', []],
  [undefined, []],
])('the header %j accepts %j', (header, tags) => {
  expect(acceptedTags(header)).toEqual(tags);
});
