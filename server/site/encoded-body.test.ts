import { expect, test } from 'vitest';
import { hasEtag } from './encoded-body.ts';

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  ['', false],
  [undefined, false],
])('If-None-Match %j', (header, expected) => expect(hasEtag(header, '"a"')).toBe(expected));
