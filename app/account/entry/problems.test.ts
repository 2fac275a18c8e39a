import { expect, test } from 'vitest';
import { ApiError } from '#app/shared/api/api.ts';
import { english } from '#domain/language/english.ts';
import { newPasswordProblem, signInProblem, signUpProblem } from './problems.ts';

const phone = '(212) 555-0100';
const offline = new TypeError('Failed to fetch');
const broken = new ApiError(500, { code: 'unexpected_failure', message: 'Unexpected failure' });

test.each([
  [
    { code: 'invalid_credentials', status: 400, message: 'Invalid login credentials' },
    'Invalid email or password. Please check your entries and try again.',
  ],
  [offline, 'Connection error. Please check your internet connection and try again.'],
  [broken, 'Network error. Please check your connection and try again.'],
  [
    { code: 'invalid_api_key', status: 401, message: 'Invalid API key' },
    `Application configuration error. Please contact support or call ${phone}.`,
  ],
  [{ code: 'user_banned', status: 400, message: 'User is banned' }, 'User is banned'],
  [undefined, 'An unexpected error occurred'],
])('sign-in %j', (error, text) => {
  expect(signInProblem(error, phone, english)).toBe(text);
});

test.each([
  [offline, `Connection error. Please check your internet connection or contact support at ${phone}`],
  [
    broken,
    `Account creation temporarily unavailable. Please try again in a few moments or contact support at ${phone}`,
  ],
  [
    { code: 'weak_password', status: 422, message: 'Password should be at least 6 characters.' },
    'This password is too short or too easy to guess. Please choose another one.',
  ],
  [new Error(''), 'An unexpected error occurred'],
])('sign-up %j', (error, text) => {
  expect(signUpProblem(error, phone, english)).toBe(text);
});

test('a sign-up offers a reload if a part of the app is gone', () => {
  const message = 'Importing a module script failed.';
  expect(signUpProblem({ message }, phone, english)).toMatch(/^A part of this page could not be loaded/);
});

test('a new password says what to do', () => {
  expect(newPasswordProblem(new ApiError(400, null), english)).toBe(
    'An unexpected error occurred. Please try again.',
  );
  expect(newPasswordProblem(offline, english)).toMatch(/^Connection error/);
  expect(newPasswordProblem({ message: 'Too old' }, english)).toBe('Too old');
});

test('has plain words for too many requests', () => {
  const limited = { code: 'over_request_rate_limit', status: 429, message: 'Request rate limit reached' };
  const text = 'Too many attempts. Please wait a few minutes and try again.';
  expect([signInProblem(limited, phone, english), signUpProblem(limited, phone, english)]).toEqual([
    text,
    text,
  ]);
});
