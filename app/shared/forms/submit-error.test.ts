import { expect, test } from 'vitest';
import { english } from '#domain/language/english.ts';
import { msg } from '#domain/language/message.ts';
import { captchaFailed, submitError } from './submit-error.ts';

const fallback = msg`It could not be saved.`;

const refusal = (status: number, said: { message?: string; code?: string }) => ({
  message: '',
  status,
  ...said,
});

test.each([
  [refusal(400, { message: 'value too long for the column' }), 'value too long for the column'],
  [refusal(502, {}), 'It could not be saved.'],
  [
    refusal(401, { code: '42501', message: 'new row violates row-level security policy' }),
    english(captchaFailed),
  ],
  [new TypeError('undefined is not a function'), 'It could not be saved.'],
  [
    new TypeError('Failed to fetch'),
    'Connection error. Please check your internet connection and try again.',
  ],
  [
    refusal(429, { code: 'over_request_rate_limit', message: 'Request rate limit reached' }),
    'Too many attempts. Please wait a few minutes and try again.',
  ],
])('%o shows %j', (error, told) => {
  expect(submitError(error, fallback, english)).toBe(told);
});
