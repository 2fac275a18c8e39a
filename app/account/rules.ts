import { z } from '#app/shared/forms/zod.ts';
import {
  maxPasswordLength,
  minPasswordLength,
  type PasswordProblem,
  passwordProblem,
} from '#domain/account/password.ts';
import { accountEmailHint, isAccountEmail, isEmail } from '#domain/contact/email.ts';
import { emailHint, usNumbersOnly } from '#domain/contact/hints.ts';
import { formatPhone, phoneProblem } from '#domain/contact/phone.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { digitsOf } from '#domain/text/digit-groups.ts';
import { storable } from '#domain/text/storable.ts';

const MAX_NAME_LENGTH = 200;
const MAX_EMAIL_LENGTH = 255;

const required = (missing: string) => z.string().transform(storable).pipe(z.string().min(1, missing));

/** In characters, as PostgreSQL counts them. */
const fits = (name: string) => [...name].length <= MAX_NAME_LENGTH;

export const firstName = (t: Translate) =>
  required(t(msg`First name is required`)).refine(fits, t(msg`First name is too long`));

export const lastName = (t: Translate) =>
  required(t(msg`Last name is required`)).refine(fits, t(msg`Last name is too long`));

export const email = (t: Translate) =>
  required(t(msg`Email is required`))
    .refine(isEmail, { error: t(emailHint), abort: true })
    .refine(isAccountEmail, { error: t(accountEmailHint), abort: true })
    .refine((text) => text.length <= MAX_EMAIL_LENGTH, t(msg`Email is too long`));

/** Ten digits in any grouping; becomes the digits. */
export const phone = (t: Translate) =>
  required(t(msg`Phone number is required`))
    .superRefine((text, context) => {
      const problem = phoneProblem(text);
      const message = problem === 'not_us' ? usNumbersOnly : msg`Phone number must have 10 digits`;
      if (problem) context.addIssue({ code: 'custom', message: t(message) });
    })
    .transform((text) => digitsOf(formatPhone(text)));

const passwordMessages = (t: Translate): Record<PasswordProblem, string> => ({
  'too-short': t(msg`Password must be at least ${{ count: minPasswordLength }} characters long`),
  'too-common': t(msg`This password is too common. Choose another one, like three random words`),
});

export const newPassword = (t: Translate) =>
  z
    .string()
    .min(1, { error: t(msg`Password is required`), abort: true })
    .refine((text) => [...text].length <= maxPasswordLength, {
      error: t(msg`Password cannot be longer than ${{ number: maxPasswordLength }} characters`),
      abort: true,
    })
    .superRefine((text, context) => {
      const problem = passwordProblem(text);
      if (problem) context.addIssue({ code: 'custom', message: passwordMessages(t)[problem] });
    });
