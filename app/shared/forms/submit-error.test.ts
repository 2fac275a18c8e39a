import { expect, test } from 'vitest';
import { captchaFailed, submitError } from './submit-error.ts';

const fallback = 'It could not be saved.';

const refusal = (status: number, said: { message?: string; code?: string }) => ({
  message: '',
  status,
  ...said,
});

test.each([
  [refusal(400, { message: 'value too long for the column' }), 'value too long for the column'],
  [refusal(502, {}), fallback],
  [refusal(401, { code: '42501', message: 'new row violates row-level security policy' }), captchaFailed],
  [new TypeError('undefined is not a function'), fallback],
  [
    new TypeError('Failed to fetch'),
    'Connection error. Please check your internet connection and try again.',
  ],
  [
    refusal(429, { code: 'over_request_rate_limit', message: 'Request rate limit reached' }),
    'Too many attempts in a short time. Please wait a few minutes, then try again.',
  ],
])('%o shows %j', (error, told) => {
  expect(submitError(error, fallback)).toBe(told);
});
