import { expect, test } from 'vitest';
import { rememberedOrigin, rememberOrigin } from './origin.ts';

test('returns the path, the query and the fragment', () => {
  const location = {
    pathname: '/secured-files',
    search: '?bypass=true',
    hash: '#top',
    state: null,
    key: 'k',
  };
  expect(rememberedOrigin(rememberOrigin(location))).toEqual({
    pathname: '/secured-files',
    search: '?bypass=true',
    hash: '#top',
  });
});

test.each([null, 'text', {}, { from: null }, { from: { search: '?x' } }, { from: { pathname: 7 } }])(
  '%j has no origin',
  (state) => {
    expect(rememberedOrigin(state)).toBeNull();
  },
);

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', ''])(
  '%s is not a page of this site',
  (pathname) => {
    expect(rememberedOrigin({ from: { pathname } })).toBeNull();
  },
);
