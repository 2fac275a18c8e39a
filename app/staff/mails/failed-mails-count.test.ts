import { expect, test } from 'vitest';
import { countWords, sendingAgain } from './failed-mails-count.ts';
import type { FailedMail } from './failed-mails-query.ts';

const mails = (count: number, failure: string, can_be_resent = true) =>
  Array.from({ length: count }, () => ({ failure, can_be_resent }) as FailedMail);

test('says how many are sent again, without those that another try can’t help', () => {
  const some = [...mails(2, 'unreachable'), ...mails(3, 'bad_address'), ...mails(1, 'expired', false)];
  expect(sendingAgain(some)?.label).toBe('Send 2 again');
  expect(countWords(6, some.length)).toBe('6');
  // Its own row has a button.
  expect(sendingAgain(mails(1, 'busy'))).toBeNull();
});

test('a full list does not say a number that is none', () => {
  expect(sendingAgain(mails(199, 'unreachable'))?.label).toBe('Send 199 again');
  expect(sendingAgain(mails(200, 'unreachable'))?.label).toBe('Send all again');
  expect(countWords(200, 200)).toBe('200+');
  expect(sendingAgain(mails(200, 'refused'))).toBeNull();
});
