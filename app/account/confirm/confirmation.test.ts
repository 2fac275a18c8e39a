import { expect, test } from 'vitest';
import { ApiError } from '#app/shared/api/api.ts';
import { mayTryAgain, secondsToWait } from './confirmation.ts';

const refused = new ApiError(403, { code: 'otp_expired', message: 'Email link is invalid or has expired' });

test('a link may be tried again only if it was not refused', () => {
  expect(mayTryAgain(refused)).toBe(false);
  expect(mayTryAgain(new TypeError('Failed to fetch'))).toBe(true);
  expect(mayTryAgain(new ApiError(503, null))).toBe(true);
});

test('the pause between emails is the one that the server asks for', () => {
  const code = 'over_email_send_rate_limit';
  const message = 'For security purposes, you can only request this after 42 seconds.';
  expect(secondsToWait({ code, message })).toBe(42);
  expect(secondsToWait({ code, message: 'slower' })).toBe(0);
  expect(secondsToWait({ code: 'over_request_rate_limit', message })).toBe(0);
});
