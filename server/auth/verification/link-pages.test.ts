/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allowedRedirect, withFragment, withQuery } from './link-pages.ts';

const site = 'https://tax.example';

describe('allowedRedirect', () => {
  test.each([
    ['https://tax.example/reset-password', 'https://tax.example/reset-password'],
    ['https://tax.example/account?tab=files#top', 'https://tax.example/account?tab=files#top'],
    ['HTTPS://TAX.EXAMPLE:443/account', 'https://tax.example/account'],
    ['https://somebody:secret@tax.example/account', 'https://tax.example/account'],
  ])('allows %s', (redirectTo, expected) => {
    expect(allowedRedirect(redirectTo, site).href).toBe(expected);
  });

  test.each([
    [undefined],
    [''],
    ['/account'],
    ['//evil.example'],
    ['https://evil.example'],
    ['https://tax.example.evil.example/'],
    ['https://tax.example@evil.example/'],
    ['https://evil.example/https://tax.example'],
    ['https://tax.example:8443/'],
    ['http://tax.example/'],
    ['javascript:alert(1)//https://tax.example'],
    ['data:text/html,https://tax.example'],
    ['blob:https://tax.example/1'],
    ['https:\\\\evil.example'],
  ])('replaces %s with the home page', (redirectTo) => {
    const { href, origin, protocol } = allowedRedirect(redirectTo, site);
    expect({ origin, protocol }).toEqual({ origin: site, protocol: 'https:' });
    expect(href).toBe('https://tax.example/');
  });

  test('always leads to the site', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((rest) => site + rest),
        ),
        (redirectTo) => {
          const target = allowedRedirect(redirectTo, site);
          expect(new URL(withFragment(target, { a: 1 })).origin).toBe(site);
          expect(new URL(withQuery(target, { a: 1 })).origin).toBe(site);
        },
      ),
    );
  });
});

test('adds encoded parameters and keeps the rest of the URL', () => {
  const target = new URL('https://tax.example/account?tab=1#old');
  expect(withFragment(target, { error_description: 'Email link is invalid', n: 2 })).toBe(
    'https://tax.example/account?tab=1#error_description=Email+link+is+invalid&n=2',
  );
  expect(withQuery(target, { code: 'a&b' })).toBe('https://tax.example/account?tab=1&code=a%26b#old');
});
