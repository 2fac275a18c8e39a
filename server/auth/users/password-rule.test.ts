import { expect, test } from 'vitest';
import { maxPasswordLength } from '#domain/account/password.ts';
import { AuthError } from '../errors.ts';
import { requireStrongPassword } from './password-rule.ts';

function errorFor(password: string): AuthError | undefined {
  try {
    requireStrongPassword(password);
    return undefined;
  } catch (error) {
    if (error instanceof AuthError) return error;
    throw error;
  }
}

test.each(['maple4', 'ñandú!', 'seis perros '.repeat(22).slice(0, maxPasswordLength)])(
  'accepts %j',
  (password) => {
    expect(errorFor(password)).toBeUndefined();
  },
);

test.each(['', '12345', 'ñandú', '😀😀😀'])('rejects %j as too short', (password) => {
  const error = errorFor(password);
  expect(error?.code).toBe('weak_password');
  expect(error?.message).toBe('Password should be at least 6 characters.');
  expect(error?.extra).toEqual({ weak_password: { reasons: ['length'] } });
});

test.each(['123456', 'Password1!', 'qwerty', 'aaaaaaaa'])('rejects %j as too common', (password) => {
  const error = errorFor(password);
  expect(error?.code).toBe('weak_password');
  expect(error?.message).toBe(
    'Password is known to be weak and easy to guess, please choose a different one.',
  );
  expect(error?.extra).toEqual({ weak_password: { reasons: ['pwned'] } });
});

test('rejects a very long password', () => {
  expect(errorFor('x'.repeat(maxPasswordLength + 1))?.code).toBe('validation_failed');
});
