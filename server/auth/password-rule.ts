import { AuthError } from '#server/http/wire-error.ts';

const MIN_PASSWORD_LENGTH = 6;
/** Longer than any phrase; a bound for the work of hashing. */
export const MAX_PASSWORD_LENGTH = 256;

/** Throws where the password may not be chosen, with the reasons as supabase-js passes them on. */
export function requireGoodPassword(password: string): void {
  const length = [...password].length;
  if (length < MIN_PASSWORD_LENGTH) {
    throw new AuthError('weak_password', {
      message: `Password should be at least ${MIN_PASSWORD_LENGTH} characters.`,
      extra: { weak_password: { reasons: ['length'] } },
    });
  }
  if (length > MAX_PASSWORD_LENGTH) {
    throw new AuthError('validation_failed', {
      message: `Password cannot be longer than ${MAX_PASSWORD_LENGTH} characters`,
    });
  }
}
