import { zodResolver } from '@hookform/resolvers/zod';
import { z } from '#app/shared/forms/zod.ts';
import { maxReferrerLength } from '#domain/contact/names.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { email, firstName, lastName, newPassword, phone } from '../rules.ts';

const isSameEmail = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

/** Compares even while another field is invalid, so that all problems show at once. */
const always = () => true;

export const signUpSchema = (t: Translate) =>
  z
    .object({
      firstName: firstName(t),
      lastName: lastName(t),
      email: email(t),
      confirmEmail: z.string().trim().min(1, t(msg`Enter your email again`)),
      phone: phone(t),
      referredBy: z
        .string()
        .trim()
        .max(maxReferrerLength, t(msg`The name of the person who referred you is too long`)),
      password: newPassword(t),
      confirmPassword: z.string().min(1, t(msg`Enter your password again`)),
    })
    .refine((form) => form.confirmEmail === '' || isSameEmail(form.email, form.confirmEmail), {
      path: ['confirmEmail'],
      error: t(msg`Email addresses do not match`),
      when: always,
    })
    .refine((form) => form.confirmPassword === '' || form.password === form.confirmPassword, {
      path: ['confirmPassword'],
      error: t(msg`Passwords do not match`),
      when: always,
    });

export const signUpResolver = (t: Translate) => zodResolver(signUpSchema(t));
