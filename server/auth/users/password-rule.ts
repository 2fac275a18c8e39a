import { minPasswordLength, type PasswordProblem, passwordProblem } from '#domain/account/password.ts';
import { AuthError } from '../errors.ts';

/** Longer than any phrase; a bound for the work of hashing. */
export const MAX_PASSWORD_LENGTH = 256;

/** In the hosted service's words. It calls those that everybody guesses by where they are known from. */
const PROBLEMS: Record<PasswordProblem, { message: string; reason: 'length' | 'pwned' }> = {
  'too-short': {
    message: `Password should be at least ${minPasswordLength} characters.`,
    reason: 'length',
  },
  'too-common': {
    message: 'Password is known to be weak and easy to guess, please choose a different one.',
    reason: 'pwned',
  },
};

/** Throws where the password may not be chosen, with the reasons as supabase-js passes them on. */
export function requireStrongPassword(password: string): void {
  // First, since the other rules look at every character.
  if ([...password].length > MAX_PASSWORD_LENGTH) {
    throw new AuthError('validation_failed', {
      message: `Password cannot be longer than ${MAX_PASSWORD_LENGTH} characters`,
    });
  }
  const problem = passwordProblem(password);
  if (problem === null) return;
  const { message, reason } = PROBLEMS[problem];
  throw new AuthError('weak_password', { message, extra: { weak_password: { reasons: [reason] } } });
}
