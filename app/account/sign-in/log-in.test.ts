import { expect, test } from 'vitest';
import { english } from '#domain/language/english.ts';
import type { AccountStatus } from '../sign-up/account-status.ts';
import { answerTo, asksForStatus } from './log-in.ts';

const email = 'ana@example.com';
const phone = '(212) 555-0100';
const wrong = { code: 'invalid_credentials', message: 'Invalid login credentials' };
const unknown: AccountStatus = { profile_exists: false, profile_confirmed: false, is_legacy: false };

test.each<[string, AccountStatus | null, object]>([
  ['an account', { ...unknown, profile_exists: true }, { kind: 'incorrect-password', email }],
  [
    'an account and an old client',
    { ...unknown, profile_exists: true, is_legacy: true },
    { kind: 'incorrect-password', email },
  ],
  ['an old client', { ...unknown, is_legacy: true }, { kind: 'welcome-back', email }],
  ['an unknown address', unknown, { kind: 'not-found', email }],
  [
    'a status that could not be loaded',
    null,
    { kind: 'text', text: 'Unable to verify account status. Please try again or contact support.' },
  ],
  [
    'a status of another shape',
    {} as AccountStatus,
    { kind: 'text', text: 'Invalid email or password. Please check your entries and try again.' },
  ],
])('wrong credentials for %s', (_, status, answer) => {
  expect(asksForStatus(wrong)).toBe(true);
  expect(answerTo(wrong, { email, status, phone, t: english })).toEqual(answer);
});

test('another error shows its message and needs no status', () => {
  const banned = { code: 'user_banned', message: 'User is banned', status: 400 };
  expect(asksForStatus(banned)).toBe(false);
  expect(answerTo(banned, { email, status: null, phone, t: english })).toEqual({
    kind: 'text',
    text: 'User is banned',
  });
});

test('a refused pass shows that the captcha failed', () => {
  const refused = { code: 'captcha_failed', message: 'captcha protection: request disallowed', status: 400 };
  expect(answerTo(refused, { email, status: null, phone, t: english })).toEqual({
    kind: 'text',
    text: 'Captcha Security verification failed. Please try again.',
  });
});

test('an unconfirmed address gets the offer of another email', () => {
  const waits = { code: 'email_not_confirmed', message: 'Email not confirmed', status: 400 };
  expect(answerTo(waits, { email, status: null, phone, t: english })).toEqual({
    kind: 'unconfirmed',
    text: 'Email not confirmed',
    email,
  });
});
