import { describe, expect, test } from 'vitest';
import { isStorableMetadata, mergeMetadata } from './metadata.ts';

const nested = (depth: number): Record<string, unknown> => (depth === 0 ? {} : { a: nested(depth - 1) });

describe('what a person may say at sign-up', () => {
  test.each([
    [{}],
    [{ first_name: 'María José 👩‍👧', phone: '8605550123', tags: ['a', { b: null }] }],
    [{ note: 'x'.repeat(4000) }],
    [nested(7)],
  ])('%j can be kept', (data) => {
    expect(isStorableMetadata(data)).toBe(true);
  });

  test.each([
    ['a NUL', { first_name: 'Ma\0ria' }],
    ['a NUL in a key', { 'first\0name': 'x' }],
    ['half a character', { first_name: '\ud83d' }],
    ['a NUL deep inside', { a: [{ b: ['\0'] }] }],
    ['a novel', { note: 'x'.repeat(5000) }],
    ['many short keys', Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`k${n}`, n]))],
    ['a deep nest', nested(9)],
    ['an endless nest', nested(5_000)],
  ])('%s can not', (_what, data) => {
    expect(isStorableMetadata(data)).toBe(false);
  });

  test('later words replace earlier ones key by key', () => {
    expect(mergeMetadata({ a: 1, b: 2, c: { d: 1 } }, { b: null, c: { e: 2 }, f: false })).toEqual({
      a: 1,
      c: { e: 2 },
      f: false,
    });
  });
});
