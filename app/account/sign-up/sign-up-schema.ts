import { zodResolver } from '@hookform/resolvers/zod';
import { z } from '#app/shared/forms/zod.ts';
import { maxReferrerLength } from '#domain/account/referral.ts';
import { email, name, newPassword, phone } from '../rules.ts';

const isSameEmail = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

/** Compares even while another field is invalid, so that all problems show at once. */
const always = () => true;

export const signUpSchema = z
  .object({
    firstName: name('First name'),
    lastName: name('Last name'),
    email,
    confirmEmail: z.string().trim().min(1, 'Enter your email again'),
    phone,
    referredBy: z.string().trim().max(maxReferrerLength, 'Name of who referred you is too long'),
    password: newPassword,
    confirmPassword: z.string().min(1, 'Enter your password again'),
  })
  .refine((form) => form.confirmEmail === '' || isSameEmail(form.email, form.confirmEmail), {
    path: ['confirmEmail'],
    error: 'Email addresses do not match',
    when: always,
  })
  .refine((form) => form.confirmPassword === '' || form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    error: 'Passwords do not match',
    when: always,
  });

export const resolver = zodResolver(signUpSchema);
