import { expect, test } from 'vitest';
import { english } from '#domain/language/english.ts';
import type { Translate } from '#domain/language/translate.ts';
import { refusedField } from './refused-field.ts';

const columns = { first_name: 'firstName', name: 'name', phone: 'phone' } as const;
const spanish: Translate = (message) => `es: ${english(message)}`;
const refusal = (message: string, details: string | null = null, code = '23514') => ({
  code,
  message,
  details,
});

test.each([
  [
    'US numbers only: ten digits',
    'us_numbers_only',
    { field: 'phone', message: 'US numbers only: ten digits' },
  ],
  ['Please choose one of the subjects on the list.', 'unknown_subject', null],
  [
    'new row for relation "user_profiles" violates check constraint "user_profiles_first_name_check"',
    null,
    { field: 'firstName', message: 'Please check this answer.' },
  ],
  [
    'new row for relation "appointments" violates check constraint "appointments_name_check"',
    'Failing row contains (name).',
    { field: 'name', message: 'Please check this answer.' },
  ],
  ['new row for relation "appointments" violates check constraint "appointments_whole_time"', null, null],
])('%s (%s)', (message, details, found) => {
  expect(refusedField(refusal(message, details), columns, english)).toEqual(found);
});

test('says it in the language of the page, and nothing about other errors', () => {
  const message = 'US numbers only: ten digits';
  expect(refusedField(refusal(message, 'us_numbers_only'), columns, spanish)?.message).toBe(`es: ${message}`);
  expect(refusedField(refusal(message, 'us_numbers_only', '42501'), columns, english)).toBeNull();
  expect(refusedField(new Error(message), columns, english)).toBeNull();
});
