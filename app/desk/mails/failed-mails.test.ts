import { expect, test } from 'vitest';
import { english } from '#domain/language/english.ts';
import { formatCount, resendOffer } from './failed-mails.tsx';
import type { FailedMail } from './failed-mails-query.ts';

const mails = (count: number, failure: string, can_be_resent = true) =>
  Array.from({ length: count }, () => ({ failure, can_be_resent }) as FailedMail);

test('counts the mails that a retry may help', () => {
  const some = [...mails(2, 'unreachable'), ...mails(3, 'bad_address'), ...mails(1, 'expired', false)];
  expect(resendOffer(some, english)?.label).toBe('Send 2 again');
  expect(formatCount(6, some.length)).toBe('6');
  // A single mail has the button in its row.
  expect(resendOffer(mails(1, 'busy'), english)).toBeNull();
});

test('a full list shows no exact count', () => {
  expect(resendOffer(mails(199, 'unreachable'), english)?.label).toBe('Send 199 again');
  expect(resendOffer(mails(200, 'unreachable'), english)?.label).toBe('Send all again');
  expect(formatCount(200, 200)).toBe('200+');
  expect(resendOffer(mails(200, 'refused'), english)).toBeNull();
});
