import {
  maxPasswordLength,
  minPasswordLength,
  type PasswordProblem,
  passwordProblem,
} from '#domain/account/password.ts';
import { AuthError } from '../errors.ts';

/** The hosted service's messages. Its reason for common passwords is `pwned`. */
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

/** Throws `weak_password` with the reasons that supabase-js passes on, or `validation_failed` for a very long password. */
export function requireStrongPassword(password: string): void {
  // First, since the other rules check every character.
  if ([...password].length > maxPasswordLength) {
    throw new AuthError('validation_failed', {
      message: `Password cannot be longer than ${maxPasswordLength} characters`,
    });
  }
  const problem = passwordProblem(password);
  if (problem === null) return;
  const { message, reason } = PROBLEMS[problem];
  throw new AuthError('weak_password', { message, extra: { weak_password: { reasons: [reason] } } });
}
