import { expect, test } from 'vitest';
import { localizeTo } from './links.tsx';

test.each([
  ['/', '/es'],
  ['/fees?q=1#top', '/es/fees?q=1#top'],
  ['/es/fees', '/es/fees'],
  ['/account', '/account'],
  ['.', '.'],
  ['', ''],
  ['?step=2', '?step=2'],
  ['#main', '#main'],
  ['https://irs.gov/es', 'https://irs.gov/es'],
  [
    { pathname: '/login', search: '?a=1', hash: '#b' },
    { pathname: '/es/login', search: '?a=1', hash: '#b' },
  ],
  [
    { pathname: '/secured-files', search: '?a=1' },
    { pathname: '/secured-files', search: '?a=1' },
  ],
  [{ search: '?step=2' }, { search: '?step=2' }],
])('on a page in Spanish, a link to %j leads to %j', (to, target) => {
  expect(localizeTo(to, 'es')).toEqual(target);
  expect(localizeTo(target, 'es')).toEqual(target);
});

test('on a page in English, a link to a page in Spanish leads to the English one', () => {
  expect(localizeTo('/es/fees', 'en')).toBe('/fees');
});
