import { formDraft } from '#app/shared/drafts/form-draft.ts';
import type { z } from '#app/shared/forms/zod.ts';
import type { Language } from '#domain/language/language.ts';
import type { signUpSchema } from './sign-up-schema.ts';

/** Everything that the form needs before zod is loaded. */

export type SignUpForm = z.input<ReturnType<typeof signUpSchema>>;
export type SignUpAnswers = z.output<ReturnType<typeof signUpSchema>>;

/** The fields that survive a reload. Never the passwords. */
const blankDraft = { firstName: '', lastName: '', email: '', confirmEmail: '', phone: '', referredBy: '' };

/** In the order of the screen. */
export const emptySignUp: SignUpForm = { ...blankDraft, password: '', confirmPassword: '' };

export const signUpFields = Object.keys(emptySignUp) as (keyof SignUpForm)[];

export const signUpDraft = formDraft('nutmeg.sign-up-draft', blankDraft);

/** The user metadata of the new account. `role` is for older servers; ours ignores it. The language is that of our mails. */
export function signUpMetadata({
  firstName,
  lastName,
  phone,
  referredBy,
  language,
}: SignUpAnswers & { language: Language }) {
  return {
    first_name: firstName,
    last_name: lastName,
    phone,
    language,
    ...(referredBy !== '' && { referred_by: referredBy }),
    role: 'client',
  };
}
