import { describe, expect, test } from 'vitest';
import { englishReader } from '#server/language/readers.ts';
import { existingClientForm, newClientForm, plantedAnswers } from '#tests/support/forms/tax-forms.ts';
import { maskedForm } from '../sensitive.ts';
import { copiedNumber, copyLines, doubtsIn } from './copy-lines.ts';

const lines = (saved: unknown, dependents: 'brief' | 'whole' = 'whole') =>
  copyLines(saved, dependents, englishReader.t).flatMap(({ lines, dependents }) => [
    ...lines,
    ...dependents.flat(),
  ]);
const line = (path: string, saved: unknown = newClientForm) => lines(saved).find((one) => one.path === path);

describe('copyLines', () => {
  test('copies what a tax program takes', () => {
    expect(line('firstName')?.copied).toBe('Maria');
    expect(line('phone')?.copied).toBe('2035550101');
    expect(line('state')).toMatchObject({ answer: 'Connecticut', copied: 'CT' });
    expect(line('businessState')).toMatchObject({ answer: 'Connecticut', copied: 'CT' });
    expect(line('zipCode')?.copied).toBe('06510');
    expect(line('filingStatus')?.copied).toBe('Married Filing Jointly');
    expect(line('dependents.1.monthsLived')?.copied).toBe('6');
  });

  test('joins the parts of a date', () => {
    expect(line('dobMonth')).toEqual({
      path: 'dobMonth',
      paths: ['dobMonth', 'dobDay', 'dobYear'],
      question: 'Date of birth',
      answer: '07/04/1984',
      copied: '07/04/1984',
      sensitive: false,
    });
    expect(line('spouseDobMonth')).toMatchObject({
      question: 'Spouse’s date of birth',
      copied: '12/31/1980',
    });
    expect(line('dependents.0.dobMonth')).toMatchObject({
      paths: ['dependents.0.dobMonth', 'dependents.0.dobDay', 'dependents.0.dobYear'],
      copied: '02/28/2015',
    });
    expect(lines(newClientForm).map(({ path }) => path)).not.toContain('dobDay');
  });

  test('shows a date that lacks a part, and does not copy it', () => {
    const { dobDay: _, ...form } = newClientForm;
    expect(line('dobMonth', form)).toMatchObject({ answer: '7/1984', copied: '' });
  });

  test('has no number, whether the form is masked or not', () => {
    for (const saved of [newClientForm, maskedForm(newClientForm), existingClientForm]) {
      const texts = lines(saved).flatMap(({ answer, copied }) => [answer, copied]);
      for (const secret of plantedAnswers) expect(texts).not.toContain(secret);
      expect(lines(saved).find(({ path }) => path === 'ssn')).toMatchObject({ sensitive: true, copied: '' });
    }
  });

  test('has only name and relationship of dependents if asked so', () => {
    const paths = lines(newClientForm, 'brief').map(({ path }) => path);
    expect(paths.filter((path) => path.startsWith('dependents.0.'))).toEqual([
      'dependents.0.firstName',
      'dependents.0.lastName',
      'dependents.0.relationship',
    ]);
  });
});

test('a number is copied as its digits', () => {
  expect(copiedNumber('123-45-6789')).toBe('123456789');
  expect(copiedNumber('06-7654321')).toBe('067654321');
  expect(copiedNumber('011000015')).toBe('011000015');
});

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
  const doubtOf = doubtsIn(form, englishReader.t);
  const asked = 'The form asked the client to check this number.';
  expect(doubtOf({ paths: ['ssn'] })).toBe(asked);
  expect(doubtOf({ paths: ['spouseSSN'] })).toBeNull();
  expect(doubtOf({ paths: ['dobMonth', 'dobDay', 'dobYear'] })).toBe('April has 30 days. Please check.');
  expect(doubtOf({ paths: ['dependents.0.dobDay'] })).toBe('February 2023 has 28 days. Please check.');
  expect(doubtOf({ paths: ['dependents.1.dobDay'] })).toBeNull();
  expect(doubtOf({ paths: ['dependents.1.ssn'] })).toBe(asked);
});

test.each([null, {}, { doubtful: 'ssn' }])('marks nothing in %j', (form) => {
  expect(doubtsIn(form, englishReader.t)({ paths: ['ssn'] })).toBeNull();
});
