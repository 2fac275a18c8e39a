/** @module-tag property */
import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAtLeast, isVersion, version } from './version.ts';

test('matches package.json', async () => {
  const manifest = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  expect(version).toBe(JSON.parse(manifest).version);
  expect(isVersion(version)).toBe(true);
});

test.each([
  ['1.0.0', '1.0.0', true],
  ['1.10.0', '1.9.0', true],
  ['1.9.9', '1.10.0', false],
  ['2.0.0', '1.99.99', true],
  ['1.0.9', '1.1.0', false],
])('%s is at least %s: %s', (present, needed, expected) => {
  expect(isAtLeast(present, needed)).toBe(expected);
});

test('orders two different versions', () => {
  const versions = fc.tuple(fc.nat(30), fc.nat(30), fc.nat(30)).map((parts) => parts.join('.'));
  fc.assert(
    fc.property(versions, versions, (a, b) => {
      expect(isAtLeast(a, b) && isAtLeast(b, a)).toBe(a === b);
      expect(isAtLeast(a, b) || isAtLeast(b, a)).toBe(true);
    }),
  );
});

test.each(['1.0', 'v1.0.0', '1.0.0-beta', '', '1.0.0\n'])('%j is not a version', (text) => {
  expect(isVersion(text)).toBe(false);
  expect(() => isAtLeast(text, '1.0.0')).toThrow('not a version');
});
