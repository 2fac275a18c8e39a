/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isUuid } from './uuid.ts';

test('accepts every version', () => {
  fc.assert(fc.property(fc.uuid(), isUuid));
});

test.each([
  '',
  '1',
  'ABCDEF01-2345-6789-ABCD-EF0123456789',
  'abcdef01-2345-6789-abcd-ef012345678',
  'abcdef01-2345-6789-abcd-ef0123456789 ',
  'abcdef01-2345-6789-abcd-ef0123456789\n',
  '{abcdef01-2345-6789-abcd-ef0123456789}',
  'abcdef0123456789abcdef0123456789',
])('refuses %j', (text) => {
  expect(isUuid(text)).toBe(false);
});
