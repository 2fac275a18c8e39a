/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { englishReader } from '#server/language/readers.ts';
import { doubtAboutSsn } from './taxpayer-number.ts';

test.each([
  ['000-12-3456', 'No Social Security number starts with 000.'],
  ['666-12-3456', 'No Social Security number starts with 666.'],
  ['219-00-1234', 'No Social Security number has 00 in the middle.'],
  ['219-12-0000', 'No Social Security number ends with 0000.'],
  ['078-05-1120', 'This is a well-known sample number.'],
  ['219099999', 'This is a well-known sample number.'],
  ['987-65-4321', 'This is a well-known sample number.'],
  ['222-22-2222', 'This is the same digit nine times.'],
  ['900-12-3456', 'Numbers that start with 9 are ITINs, and no ITIN has 12 in the middle.'],
  ['900-69-3456', 'Numbers that start with 9 are ITINs, and no ITIN has 69 in the middle.'],
  ['900-93-3456', 'Numbers that start with 9 are ITINs, and no ITIN has 93 in the middle.'],
])('%s is asked about: %s', (number, why) => {
  const doubt = doubtAboutSsn(number, 'taxpayer');
  expect(doubt && englishReader.t(doubt)).toBe(why);
});

test.each([
  '900-50-0000',
  '912-65-3456',
  '999-70-3456',
  '912-88-3456',
  '912-90-3456',
  '912-94-3456',
  '912-99-3456',
])('the ITIN %s is not', (number) => {
  expect(doubtAboutSsn(number, 'taxpayer')).toBeUndefined();
});

test('accepts an ATIN of a dependent', () => {
  expect(doubtAboutSsn('900-93-3456', 'dependent')).toBeUndefined();
  expect(doubtAboutSsn('900-89-3456', 'dependent')).toBeDefined();
});

test('ignores incomplete numbers', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[069-]{0,8}$/), (text) => {
      expect(doubtAboutSsn(text, 'taxpayer')).toBeUndefined();
    }),
  );
});

test('accepts any issued number in any format', () => {
  const issued = fc
    .tuple(
      fc.integer({ min: 1, max: 899 }),
      fc.integer({ min: 1, max: 99 }),
      fc.integer({ min: 1, max: 9999 }),
    )
    .map(([area, group, serial]) =>
      [String(area).padStart(3, '0'), String(group).padStart(2, '0'), String(serial).padStart(4, '0')].join(
        '-',
      ),
    )
    .filter(
      (text) => !/^666|^(\d)\1\1-\1\1-\1{4}|078-05-1120|219-09-9999|457-55-5462|123-45-6789/.test(text),
    );
  fc.assert(
    fc.property(issued, (number) => {
      expect(doubtAboutSsn(number, 'taxpayer')).toBeUndefined();
      expect(doubtAboutSsn(number.replaceAll('-', ' '), 'dependent')).toBeUndefined();
    }),
  );
});
