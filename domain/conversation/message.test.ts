import { expect, test } from 'vitest';
import { english } from '#domain/language/english.ts';
import { hasSsn, messageProblem } from './message.ts';

const problem = (text: string, attachments = 0) => {
  const found = messageProblem(text, attachments);
  return found && english(found);
};

test('a message needs a text or a file', () => {
  expect(problem(' \n ')).toBe('Write something first');
  expect(problem('', 1)).toBeNull();
  expect(problem('Hello')).toBeNull();
  expect(problem('Hello', 21)).toBe('Please attach 20 files at most');
});

test('characters are counted as the database counts them', () => {
  expect(problem('😀'.repeat(5000))).toBeNull();
  expect(problem(`  ${'a'.repeat(5000)}\n`)).toBeNull();
  expect(problem('a'.repeat(5001))).toBe('Please shorten the message by 1 character');
  expect(problem('😀'.repeat(5002))).toBe('Please shorten the message by 2 characters');
});

test.each([
  ['My number is 123-45-6789.', true],
  ['123 45 6789', true],
  ['123-45 6789', false],
  ['Call (203) 555-0142 or 203-555-0142', false],
  ['Account 1123-45-67890', false],
  ['2025-12-3145', false],
])('finds a Social Security number: %s', (text, found) => {
  expect(hasSsn(text)).toBe(found);
});
