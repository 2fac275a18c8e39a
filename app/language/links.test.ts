import { describe, expect, test } from 'vitest';
import { pageFor } from '#app/shared/session/clients/client-page.ts';
import { keepClient, localizeTo } from './links.tsx';

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

const from = { pathname: '/account', search: '?client=u2' };

describe('a link on the page of a client', () => {
  test.each([
    ['/secured-files', '/secured-files?client=u2'],
    ['/secured-files?bypass=true#checklist', '/secured-files?bypass=true&client=u2#checklist'],
    ['/account/returns/7', '/account/returns/7?client=u2'],
    ['/account#people', '/account?client=u2#people'],
    ['?folder=a', '?folder=a'],
    ['/payment', '/payment'],
    ['/', '/'],
    [{ search: '?folder=a' }, { search: '?folder=a' }],
  ])('to %s leads to %s', (to, target) => {
    expect(keepClient(to, from)).toEqual(target);
  });
});

test('a link elsewhere, or of the own client, stays as it is', () => {
  expect(keepClient('/account', { pathname: '/manage', search: '?client=u2' })).toBe('/account');
  expect(keepClient('/secured-files', { pathname: '/account', search: '' })).toBe('/secured-files');
});

test('another client opens on the same page, without what belongs to the one before', () => {
  expect(pageFor('/secured-files', 'u2')).toBe('/secured-files?client=u2');
  expect(pageFor('/account/returns/7', 'u2')).toBe('/account?client=u2');
  expect(pageFor('/account', null)).toBe('/account');
});
