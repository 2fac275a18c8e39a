import type { z } from '#app/shared/forms/zod.ts';
import { minPasswordLength } from '#domain/account/password.ts';
import type { signUpSchema } from './sign-up-rules.ts';

/** The fields in the order of the screen. */
export const signUpFields = [
  'firstName',
  'lastName',
  'email',
  'confirmEmail',
  'phone',
  'referredBy',
  'password',
  'confirmPassword',
] as const;

export const passwordTexts = {
  'too-short': `Password must be at least ${minPasswordLength} characters long`,
  'too-common': 'Too many people use this password. Choose another one, such as three words of your own',
};

export type SignUpForm = z.input<typeof signUpSchema>;
export type SignUpAnswers = z.output<typeof signUpSchema>;

export const emptySignUp: SignUpForm = {
  firstName: '',
  lastName: '',
  email: '',
  confirmEmail: '',
  phone: '',
  referredBy: '',
  password: '',
  confirmPassword: '',
};

/** What the account remembers of the form. The role is said for the sake of older servers; ours never reads it. */
export function signUpMetadata({ firstName, lastName, phone, referredBy }: SignUpAnswers) {
  return {
    first_name: firstName,
    last_name: lastName,
    phone,
    ...(referredBy !== '' && { referred_by: referredBy }),
    role: 'client',
  };
}
