import { expect, test } from 'vitest';
import { englishReader } from '#server/language/readers.ts';
import { emptyAnswers, emptyDependent, type TaxFormAnswers } from './answers.ts';
import { doubtsOf } from './doubts.ts';

const form = (answers: Partial<TaxFormAnswers>): TaxFormAnswers => ({
  ...emptyAnswers(),
  isNew: 'yes',
  ...answers,
});

test('finds doubtful numbers of client, spouse, dependents, and bank in form order', () => {
  const doubts = doubtsOf(
    form({
      ssn: '000-12-3456',
      filingStatus: 'Married Filing Jointly',
      spouseSSN: '666-12-3456',
      anyDependents: 'yes',
      dependents: [
        { ...emptyDependent(), ssn: '223-45-6789' },
        { ...emptyDependent(), ssn: '219-00-1234' },
      ],
      directDeposit: 'yes',
      routingNumber: '011000016',
    }),
  );
  expect(doubts.map(({ path, name }) => [path, englishReader.t(name)])).toEqual([
    ['ssn', 'SSN/ITIN'],
    ['spouseSSN', 'Spouse SSN/ITIN'],
    ['dependents.1.ssn', 'Dependent 2: SSN/ITIN'],
    ['routingNumber', 'Routing number'],
  ]);
  for (const { reason } of doubts) expect(englishReader.t(reason)).toMatch(/\.$/);
});

const born = (dobMonth: string, dobDay: string, dobYear: string) => ({ dobMonth, dobDay, dobYear });

test.each([
  ['4', '31', '1990', 'April has 30 days. Please check.'],
  ['6', '31', '1990', 'June has 30 days. Please check.'],
  ['9', '31', '1990', 'September has 30 days. Please check.'],
  ['11', '31', '1990', 'November has 30 days. Please check.'],
  ['2', '30', '2024', 'February has at most 29 days. Please check.'],
  ['2', '30', '', 'February has at most 29 days. Please check.'],
  ['2', '29', '2023', 'February 2023 has 28 days. Please check.'],
  ['2', '29', '1900', 'February 1900 has 28 days. Please check.'],
  ['2', '29', '2000', undefined],
  ['2', '29', '', undefined],
  ['4', '30', '1990', undefined],
  ['1', '31', '1990', undefined],
  ['', '31', '1990', undefined],
])('of %s/%s/%s it says: %s', (month, day, year, says) => {
  const date = born(month, day, year);
  const dependents = [{ ...emptyDependent(), ...date }];
  const doubts = doubtsOf(form({ ...date, anyDependents: 'yes', dependents }));
  const said = doubts.map(({ path, about, reason }) => [path, about, englishReader.t(reason)]);
  const expected = ['dobDay', 'dependents.0.dobDay'].map((path) => [path, 'day', says]);
  expect(said).toEqual(says === undefined ? [] : expected);
});

test('the spouse’s birth date is checked, too', () => {
  const doubts = doubtsOf(
    form({ filingStatus: 'Married Filing Jointly', spouseDobMonth: '6', spouseDobDay: '31' }),
  );
  expect(doubts.map(({ path }) => path)).toEqual(['spouseDobDay']);
});

test('ignores hidden questions', () => {
  const hidden = form({
    filingStatus: 'Single',
    spouseSSN: '666-12-3456',
    anyDependents: 'no',
    dependents: [{ ...emptyDependent(), ssn: '000-00-0000' }],
    directDeposit: 'no',
    routingNumber: '011000016',
  });
  expect(doubtsOf(hidden)).toEqual([]);
});
