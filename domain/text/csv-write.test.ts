/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCsv } from './csv.ts';
import { csvLine } from './csv-write.ts';

test('no cell begins a formula, and what is read back is what was written', () => {
  const isNumber = (text: string) => /^[+-]?[\d\s().,-]*$/.test(text);
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 6 }), (cells) => {
      const wanted = cells.map((text) => (/^\s*[=+\-@|]/u.test(text) && !isNumber(text) ? `'${text}` : text));
      // The reader guesses the separator by the first line.
      const [, row] = parseCsv(csvLine(Array(50).fill('column')) + csvLine(['x', ...cells]));
      expect(row?.cells).toEqual(['x', ...wanted]);
    }),
  );
});

test.each([
  ['=cmd|"/c calc"!A1', `"'=cmd|""/c calc""!A1"`],
  ['=HYPERLINK("http://x.example")', `"'=HYPERLINK(""http://x.example"")"`],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['-1+cmd', "'-1+cmd"],
  [' =1', "' =1"],
  ['\t=1', `"'\t=1"`],
  ['|calc', "'|calc"],
  ['+1 (203) 555-0100', '+1 (203) 555-0100'],
  ['+1 203 555 0100', '+1 203 555 0100'],
  ['-12.50', '-12.50'],
  ['plain', 'plain'],
  ['a, b', '"a, b"'],
  ['a; b', '"a; b"'],
  [' edge', '" edge"'],
  ['', ''],
])('%j', (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`);
});
