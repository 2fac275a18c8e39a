import { z } from '#app/shared/forms/zod.ts';
import { minPasswordLength, passwordProblem } from '#domain/account/password.ts';
import { EMAIL_HINT, isEmail } from '#domain/contact/email.ts';
import { isWholePhone, phoneDigits } from '#domain/contact/phone.ts';

/** Rules for single fields, for the schemas of the account forms. */

const MAX_NAME_LENGTH = 200;

const required = (label: string) => z.string().trim().min(1, `${label} is required`);

export const name = (label: string) => required(label).max(MAX_NAME_LENGTH, `${label} is too long`);

export const email = required('Email').refine(isEmail, { error: EMAIL_HINT, abort: true });

/** Ten digits in any grouping; becomes the digits. */
export const phone = required('Phone number')
  .refine(isWholePhone, 'Phone number must have 10 digits')
  .transform(phoneDigits);

const passwordMessages = {
  'too-short': `Password must be at least ${minPasswordLength} characters long`,
  'too-common': 'This password is too common. Choose another one, such as three random words',
};

export const newPassword = z
  .string()
  .min(1, { error: 'Password is required', abort: true })
  .superRefine((text, context) => {
    const problem = passwordProblem(text);
    if (problem) context.addIssue({ code: 'custom', message: passwordMessages[problem] });
  });
