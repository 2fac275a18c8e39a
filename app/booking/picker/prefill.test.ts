/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPrefill } from './prefill.ts';

test('reads back any name and e-mail', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1 });
  fc.assert(
    fc.property(text, text, (name, email) => {
      const search = `?${new URLSearchParams({ name, email, a1: '+12035550142' })}`;
      expect(readPrefill(search)).toEqual({ name, email, phone: '+12035550142' });
    }),
  );
});

test('missing values are empty', () => {
  expect(readPrefill('')).toEqual({ name: '', email: '', phone: '' });
});

test('ignores the placeholder email', () => {
  expect(readPrefill('?email=no-email%40example.com').email).toBe('');
});
