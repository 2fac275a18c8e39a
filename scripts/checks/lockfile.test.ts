import { expect, test } from 'vitest';
import { integrityGaps, optionalWithEngines } from './lockfile.mjs';

const lock = {
  packages: {
    '': { name: 'nutmeg' },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-x' },
    'node_modules/@b/darwin': { version: '2.0.0', optional: true },
    'node_modules/a/node_modules/@b/win32': { version: '2.0.0', optional: true },
  },
};
const both = ['@b/darwin@2.0.0', '@b/win32@2.0.0'];

test('a package without a hash is a gap unless it is known', () => {
  expect(integrityGaps(lock, both)).toEqual({ unknown: [], closed: [] });
  expect(integrityGaps(lock, ['@b/darwin@2.0.0'])).toEqual({ unknown: ['@b/win32@2.0.0'], closed: [] });
});

test('reports a known gap of another version or with a hash', () => {
  expect(integrityGaps(lock, ['a@1.0.0', '@b/darwin@1.9.9', '@b/win32@2.0.0'])).toEqual({
    unknown: ['@b/darwin@2.0.0'],
    closed: ['a@1.0.0', '@b/darwin@1.9.9'],
  });
});

test('an optional package must not list the engines it needs', () => {
  const engines = { node: '>=22' };
  const packages = {
    'node_modules/a': { version: '1.0.0', engines },
    'node_modules/a-linux': { version: '1.0.0', optional: true, engines },
    'node_modules/a-win32': { version: '1.0.0', optional: true },
  };
  expect(optionalWithEngines({ packages }).map(([place]) => place)).toEqual(['node_modules/a-linux']);
});
