import { expect, test } from 'vitest';
import { english } from '#domain/language/english.ts';
import { doubtsIn } from './doubts-in.ts';

test('marks what the server says about masked numbers, and days that no month has', () => {
  const child = { firstName: 'Ana', dobMonth: '2', dobDay: '29', dobYear: '2023' };
  const form = {
    isNew: 'yes',
    ssn: '***-**-1120',
    dobMonth: '4',
    dobDay: '31',
    dobYear: '1990',
    anyDependents: 'yes',
    dependents: [child, { ...child, dobYear: '2024' }],
    doubtful: ['ssn', 'dependents.1.ssn'],
  };
  const doubtOf = doubtsIn(form, english);
  const asked = 'The form asked the client to check this number.';
  expect(doubtOf({ paths: ['ssn'] })).toBe(asked);
  expect(doubtOf({ paths: ['spouseSSN'] })).toBeNull();
  expect(doubtOf({ paths: ['dobMonth', 'dobDay', 'dobYear'] })).toBe('April has 30 days. Please check.');
  expect(doubtOf({ paths: ['dependents.0.dobDay'] })).toBe('February 2023 has 28 days. Please check.');
  expect(doubtOf({ paths: ['dependents.1.dobDay'] })).toBeNull();
  expect(doubtOf({ paths: ['dependents.1.ssn'] })).toBe(asked);
});

test.each([null, {}, { doubtful: 'ssn' }])('marks nothing in %j', (form) => {
  expect(doubtsIn(form, english)({ paths: ['ssn'] })).toBeNull();
});
