import { z } from '#app/shared/forms/zod.ts';
import { passwordProblem } from '#domain/account/password.ts';
import { maxReferrerLength } from '#domain/account/referral.ts';
import { isWholePhone, phoneDigits } from '#domain/contact/phone.ts';
import { passwordTexts } from './sign-up-form.ts';

const maxNameLength = 200;

const required = (what: string) => z.string().trim().min(1, `${what} is required`);
export const name = (what: string) => required(what).max(maxNameLength, `${what} is too long`);

export const email = required('Email').regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, {
  error: 'Write the email like this: name@example.com',
  abort: true,
});

const password = z
  .string()
  .min(1, { error: 'Password is required', abort: true })
  .superRefine((text, context) => {
    const problem = passwordProblem(text);
    if (problem) context.addIssue({ code: 'custom', message: passwordTexts[problem] });
  });

const sameEmail = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

/** Compared even while another field is still wrong, so that all problems show at once. */
const always = () => true;

export const signUpSchema = z
  .object({
    firstName: name('First name'),
    lastName: name('Last name'),
    email,
    confirmEmail: z.string().trim().min(1, 'Type your email a second time'),
    phone: required('Phone number')
      .refine(isWholePhone, 'Phone number must have 10 digits')
      .transform(phoneDigits),
    referredBy: z.string().trim().max(maxReferrerLength, 'Name of who referred you is too long'),
    password,
    confirmPassword: z.string().min(1, 'Type your password a second time'),
  })
  .refine((form) => form.confirmEmail === '' || sameEmail(form.email, form.confirmEmail), {
    path: ['confirmEmail'],
    error: 'Email addresses do not match',
    when: always,
  })
  .refine((form) => form.confirmPassword === '' || form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    error: 'Passwords do not match',
    when: always,
  });
