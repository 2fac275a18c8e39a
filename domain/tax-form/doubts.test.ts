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
