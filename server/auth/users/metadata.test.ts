import { describe, expect, test } from 'vitest';
import { isStorableMetadata, mergeMetadata } from './metadata.ts';

const nested = (depth: number): Record<string, unknown> => (depth === 0 ? {} : { a: nested(depth - 1) });

describe('user metadata', () => {
  test.each([
    [{}],
    [{ first_name: 'María José 👩‍👧', phone: '8605550123', tags: ['a', { b: null }] }],
    [{ note: 'x'.repeat(4000) }],
    [nested(7)],
  ])('accepts %j', (data) => {
    expect(isStorableMetadata(data)).toBe(true);
  });

  test.each([
    ['a NUL', { first_name: 'Ma\0ria' }],
    ['a NUL in a key', { 'first\0name': 'x' }],
    ['a lone surrogate', { first_name: '\ud83d' }],
    ['a NUL deep inside', { a: [{ b: ['\0'] }] }],
    ['a long text', { note: 'x'.repeat(5000) }],
    ['many short keys', Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`k${n}`, n]))],
    ['deep nesting', nested(9)],
    ['very deep nesting', nested(5_000)],
  ])('rejects %s', (_what, data) => {
    expect(isStorableMetadata(data)).toBe(false);
  });

  test('merges key by key', () => {
    expect(mergeMetadata({ a: 1, b: 2, c: { d: 1 } }, { b: null, c: { e: 2 }, f: false })).toEqual({
      a: 1,
      c: { e: 2 },
      f: false,
    });
  });
});
