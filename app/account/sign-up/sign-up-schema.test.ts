import { expect, test } from 'vitest';
import { english } from '#domain/language/english.ts';
import { signUpSchema } from './sign-up-schema.ts';
import { emptySignUp, type SignUpForm, signUpFields, signUpMetadata } from './use-sign-up.ts';

const complete: SignUpForm = {
  firstName: ' Ana ',
  lastName: 'Ru\u00edz Vega',
  email: 'Ana@Example.com ',
  confirmEmail: 'ana@example.com',
  phone: '203-555-0142',
  referredBy: '',
  password: 'azul37mar',
  confirmPassword: 'azul37mar',
};

function problems(form: SignUpForm): Record<string, string[]> {
  const found = new Map<string, string[]>();
  for (const issue of signUpSchema(english).safeParse(form).error?.issues ?? []) {
    const field = issue.path.join('.');
    found.set(field, [...(found.get(field) ?? []), issue.message]);
  }
  return Object.fromEntries(found);
}

test('accepts a complete form, trims it, and reduces the phone number to digits', () => {
  const answers = signUpSchema(english).parse(complete);
  expect(answers).toMatchObject({ firstName: 'Ana', email: 'Ana@Example.com', phone: '2035550142' });
  expect(signUpMetadata({ ...answers, language: 'es' })).toEqual({
    first_name: 'Ana',
    last_name: 'Ru\u00edz Vega',
    phone: '2035550142',
    language: 'es',
    role: 'client',
  });
});

test('stores who referred the person', () => {
  const answers = signUpSchema(english).parse({ ...complete, referredBy: ' Jos\u00e9 Lopez ' });
  expect(signUpMetadata({ ...answers, language: 'en' })).toMatchObject({ referred_by: 'Jos\u00e9 Lopez' });
});

test('reports every required field of an empty form', () => {
  const found = problems(emptySignUp);
  const optional = ['referredBy'];
  expect(Object.keys(found).sort()).toEqual(signUpFields.filter((field) => !optional.includes(field)).sort());
  expect(found.firstName).toEqual(['First name is required']);
  expect(found.phone?.[0]).toBe('Phone number is required');
});

test.each<[keyof SignUpForm, string, string]>([
  ['confirmEmail', 'ana@example.org', 'Email addresses do not match'],
  ['confirmPassword', 'azul37maR', 'Passwords do not match'],
  ['email', 'ana', 'Write the email like this: name@example.com'],
  ['phone', '203-555', 'Phone number must have 10 digits'],
  ['firstName', ' ', 'First name is required'],
  ['referredBy', 'x'.repeat(101), 'The name of the person who referred you is too long'],
])('refuses %s "%s": %s', (field, text, message) => {
  expect(problems({ ...complete, [field]: text })[field]?.[0]).toBe(message);
});

test('refuses short and common passwords', () => {
  const withPassword = (password: string) => problems({ ...complete, password, confirmPassword: password });
  expect(withPassword('kq7zp')).toEqual({ password: ['Password must be at least 6 characters long'] });
  expect(withPassword('password1').password?.[0]).toMatch(/^This password is too common/);
});
