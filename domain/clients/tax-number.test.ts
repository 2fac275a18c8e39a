import { describe, expect, test } from 'vitest';
import { englishReader } from '#server/language/readers.ts';
import { doubtAboutTaxNumber, maskedTaxNumber, taxNumberIn, writtenTaxNumber } from './tax-number.ts';

describe('a tax number', () => {
  test.each([
    ['519-28-6174', '519286174'],
    ['519286174', '519286174'],
    [' 51 9286174 ', '519286174'],
    ['06-7654321', '067654321'],
    ['519-28-617', null],
    ['519-28-61745', null],
    ['***-**-6174', null],
    ['51928617x4', null],
    [`${' '.repeat(50)}519286174`, null],
    ['', null],
  ])('%j is read as %j', (text, digits) => {
    expect(taxNumberIn(text)).toBe(digits);
  });

  test('is written and masked by its kind', () => {
    expect(writtenTaxNumber('ssn', '519286174')).toBe('519-28-6174');
    expect(writtenTaxNumber('itin', '912701234')).toBe('912-70-1234');
    expect(writtenTaxNumber('ein', '067654321')).toBe('06-7654321');
    expect(maskedTaxNumber('ssn', '519286174')).toBe('***-**-6174');
    expect(maskedTaxNumber('ein', '067654321')).toBe('**-***4321');
  });

  test.each([
    ['ssn', '519-28-6174', undefined],
    ['ssn', '519-28-61', undefined],
    ['ssn', '912-70-1234', 'Numbers that start with 9 are ITINs.'],
    ['ssn', '000-28-6174', 'No Social Security number starts with 000.'],
    ['itin', '912-70-1234', undefined],
    ['itin', '519-28-6174', 'Every ITIN starts with 9.'],
    ['itin', '912-10-1234', 'Numbers that start with 9 are ITINs, and no ITIN has 10 in the middle.'],
    ['ein', '06-7654321', undefined],
    ['ein', '00-7654321', 'No EIN looks like this.'],
  ] as const)('of kind %s, %s is doubted: %s', (kind, text, doubt) => {
    const found = doubtAboutTaxNumber(kind, text);
    expect(found && englishReader.t(found)).toBe(doubt);
  });
});
