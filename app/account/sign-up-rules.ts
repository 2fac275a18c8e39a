import { z } from '#app/client/zod.ts';
import { minPasswordLength, passwordProblem } from '#domain/password.ts';
import { isWholePhone, phoneDigits } from '#domain/phone.ts';

/** The fields in the order of the screen. */
export const signUpFields = [
  'firstName',
  'lastName',
  'email',
  'confirmEmail',
  'phone',
  'password',
  'confirmPassword',
] as const;

const maxNameLength = 200;

const required = (what: string) => z.string().trim().min(1, `${what} is required`);
export const name = (what: string) => required(what).max(maxNameLength, `${what} is too long`);

export const email = required('Email').regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, {
  error: 'Write the email like this: name@example.com',
  abort: true,
});

export const passwordTexts = {
  'too-short': `Password must be at least ${minPasswordLength} characters long`,
  'too-common': 'Too many people use this password. Choose another one, such as three words of your own',
};

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

export type SignUpForm = z.input<typeof signUpSchema>;
export type SignUpAnswers = z.output<typeof signUpSchema>;

export const emptySignUp: SignUpForm = {
  firstName: '',
  lastName: '',
  email: '',
  confirmEmail: '',
  phone: '',
  password: '',
  confirmPassword: '',
};

/** What the account remembers of the form. The role is said for the sake of older servers; ours never reads it. */
export function signUpMetadata({ firstName, lastName, phone }: SignUpAnswers) {
  return { first_name: firstName, last_name: lastName, phone, role: 'client' };
}
