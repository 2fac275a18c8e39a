/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commonPasswords } from './common-passwords.ts';
import { passwordProblem, passwordStrength } from './password.ts';

test('requires six characters, counted as graphemes', () => {
  expect(passwordProblem('kq7zp')).toBe('too-short');
  expect(passwordProblem('kq7zpm')).toBeNull();
  // Three emoji are six code units, but three characters.
  expect(passwordProblem('\u{1F334}\u{1F98A}\u{1F9C2}')).toBe('too-short');
});

test.each([
  'password',
  'Password1!',
  'QWERTY123',
  'iloveyou',
  'tequiero',
  'Contrase\u00f1a',
  '123456',
  '1234567890',
  '987654321',
  'abcdefgh',
  'aaaaaaaa',
  '121212',
  'abcabc',
])('%s is rejected as too common', (password) => {
  expect(passwordProblem(password)).toBe('too-common');
});

test.each(['nutmeg and rain', 'W2s-in-May', 'correct horse', 'azul37mar', '246810!!'])(
  '%s is allowed',
  (password) => {
    expect(passwordProblem(password)).toBeNull();
  },
);

test('every listed password is long enough, lowercase, and rejected in any case', () => {
  const listed = [...commonPasswords];
  expect(listed.filter((password) => password !== password.toLowerCase())).toEqual([]);
  expect(listed.filter((password) => passwordProblem(password.toUpperCase()) !== 'too-common')).toEqual([]);
});

test('strength grows with length, and a rejected password is never strong', () => {
  expect(passwordStrength('123456')).toBe('weak');
  expect(passwordStrength('kq7zpm')).toBe('weak');
  expect(passwordStrength('azul37mar')).toBe('fair');
  expect(passwordStrength('four quiet herons at noon')).toBe('strong');
});

test('a name or email in the password adds no strength', () => {
  expect(passwordStrength('margarita2024')).toBe('good');
  expect(passwordStrength('margarita2024', ['Margarita'])).toBe('weak');
});

test('never throws, and a rejected password is always weak', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string()), (password, known) => {
      const strength = passwordStrength(password, known);
      expect(['weak', 'fair', 'good', 'strong']).toContain(strength);
      if (passwordProblem(password) !== null) expect(strength).toBe('weak');
    }),
  );
});
