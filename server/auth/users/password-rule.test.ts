import { expect, test } from 'vitest';
import { AuthError } from '../errors.ts';
import { MAX_PASSWORD_LENGTH, requireStrongPassword } from './password-rule.ts';

function refusal(password: string): AuthError | undefined {
  try {
    requireStrongPassword(password);
    return undefined;
  } catch (error) {
    if (error instanceof AuthError) return error;
    throw error;
  }
}

test.each(['maple4', 'ñandú!', 'seis perros '.repeat(22).slice(0, MAX_PASSWORD_LENGTH)])(
  '%j may be chosen',
  (password) => {
    expect(refusal(password)).toBeUndefined();
  },
);

test.each(['', '12345', 'ñandú', '😀😀😀'])('%j is too short, and the answer says why', (password) => {
  const refused = refusal(password);
  expect(refused?.code).toBe('weak_password');
  expect(refused?.message).toBe('Password should be at least 6 characters.');
  expect(refused?.extra).toEqual({ weak_password: { reasons: ['length'] } });
});

test.each(['123456', 'Password1!', 'qwerty', 'aaaaaaaa'])('%j is what everybody guesses', (password) => {
  const refused = refusal(password);
  expect(refused?.code).toBe('weak_password');
  expect(refused?.message).toBe(
    'Password is known to be weak and easy to guess, please choose a different one.',
  );
  expect(refused?.extra).toEqual({ weak_password: { reasons: ['pwned'] } });
});

test('an endless one is refused too', () => {
  expect(refusal('x'.repeat(MAX_PASSWORD_LENGTH + 1))?.code).toBe('validation_failed');
});
