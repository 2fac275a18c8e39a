import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commonPasswords } from './common-passwords.ts';
import { passwordProblem, passwordStrength } from './password.ts';

test('six characters are the rule, counted as people count', () => {
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
])('%s is refused as too common', (password) => {
  expect(passwordProblem(password)).toBe('too-common');
});

test.each(['nutmeg and rain', 'W2s-in-May', 'correct horse', 'azul37mar', '246810!!'])(
  '%s is allowed',
  (password) => {
    expect(passwordProblem(password)).toBeNull();
  },
);

test('every listed password is long enough to be reached, lower case, and refused in any case', () => {
  const listed = [...commonPasswords];
  expect(listed.filter((password) => password !== password.toLowerCase())).toEqual([]);
  expect(listed.filter((password) => passwordProblem(password.toUpperCase()) !== 'too-common')).toEqual([]);
});

test('strength grows with length and never praises what is refused', () => {
  expect(passwordStrength('123456')).toBe('weak');
  expect(passwordStrength('kq7zpm')).toBe('weak');
  expect(passwordStrength('azul37mar')).toBe('fair');
  expect(passwordStrength('four quiet herons at noon')).toBe('strong');
});

test('a name or an e-mail in the password adds nothing', () => {
  expect(passwordStrength('margarita2024')).toBe('good');
  expect(passwordStrength('margarita2024', ['Margarita'])).toBe('weak');
});

test('wild input has an answer, and a refused password is always weak', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string()), (password, known) => {
      const strength = passwordStrength(password, known);
      expect(['weak', 'fair', 'good', 'strong']).toContain(strength);
      if (passwordProblem(password) !== null) expect(strength).toBe('weak');
    }),
  );
});
