import { expect, test } from 'vitest';
import { appliedPreferences, parsePreferences } from './preferences.ts';

test('parses the header in any order and spacing', () => {
  expect(parsePreferences('count=exact,   tx=rollback ,return=representation, missing=default')).toEqual({
    count: 'exact',
    tx: 'rollback',
    return: 'representation',
    missing: 'default',
  });
  expect(parsePreferences(undefined)).toEqual({});
});

test('uses the first of several values', () => {
  expect(parsePreferences('count=planned, count=exact')).toEqual({ count: 'planned' });
});

test('ignores unknown preferences unless handling is strict', () => {
  expect(parsePreferences('foo, count=most, timezone=UTC, __proto__=x')).toEqual({});
  expect(() => parsePreferences('handling=strict, foo, count=most')).toThrow(
    expect.objectContaining({ code: 'PGRST122', details: 'Invalid preferences: foo, count=most' }),
  );
});

test('accepts max-affected only if handling is strict', () => {
  expect(parsePreferences('max-affected=3')).toEqual({});
  expect(parsePreferences('handling=lenient, max-affected=3')).toEqual({ handling: 'lenient' });
  expect(parsePreferences('handling=strict, max-affected=3')).toEqual({
    handling: 'strict',
    maxAffected: 3n,
  });
});

test('lists only applied preferences', () => {
  const preferences = parsePreferences('return=minimal, count=exact, handling=strict, max-affected=3');
  expect(appliedPreferences(preferences, ['count', 'handling'])).toBe(
    'count=exact, handling=strict, max-affected=3',
  );
  expect(appliedPreferences(parsePreferences('return=minimal'), ['count'])).toBeUndefined();
});
