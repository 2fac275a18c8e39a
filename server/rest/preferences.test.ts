import { expect, test } from 'vitest';
import { appliedPreferences, parsePreferences } from './preferences.ts';

test('reads the header in any order and spacing', () => {
  expect(parsePreferences('count=exact,   tx=rollback ,return=representation, missing=default')).toEqual({
    count: 'exact',
    tx: 'rollback',
    return: 'representation',
    missing: 'default',
  });
  expect(parsePreferences(undefined)).toEqual({});
});

test('heeds the first of several', () => {
  expect(parsePreferences('count=planned, count=exact')).toEqual({ count: 'planned' });
});

test('ignores what it does not know, unless handling is strict', () => {
  expect(parsePreferences('foo, count=most, timezone=UTC, __proto__=x')).toEqual({});
  expect(() => parsePreferences('handling=strict, foo, count=most')).toThrow(
    expect.objectContaining({ code: 'PGRST122', details: 'Invalid preferences: foo, count=most' }),
  );
});

test('limits the changed rows only when handling is strict', () => {
  expect(parsePreferences('max-affected=3')).toEqual({});
  expect(parsePreferences('handling=lenient, max-affected=3')).toEqual({ handling: 'lenient' });
  expect(parsePreferences('handling=strict, max-affected=3')).toEqual({
    handling: 'strict',
    maxAffected: 3n,
  });
});

test('names what was applied, and only that', () => {
  const preferences = parsePreferences('return=minimal, count=exact, handling=strict, max-affected=3');
  expect(appliedPreferences(preferences, ['count', 'handling'])).toBe(
    'count=exact, handling=strict, max-affected=3',
  );
  expect(appliedPreferences(parsePreferences('return=minimal'), ['count'])).toBeUndefined();
});
