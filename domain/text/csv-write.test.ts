import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCsv } from './csv.ts';
import { csvLine } from './csv-write.ts';

test('round-trips any cells', () => {
  const cell = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/^[=+\-@\t\r]/.test(text));
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 6 }), (cells) => {
      // The reader guesses the separator by the first line.
      const text = csvLine(['a', 'b']) + csvLine(cells);
      expect(parseCsv(text).at(-1)?.cells).toEqual(cells);
    }),
  );
});

test.each([
  ['=cmd|"/c calc"!A1', `"'=cmd|""/c calc""!A1"\r\n`],
  ['@SUM(A1)', "'@SUM(A1)\r\n"],
  ['-1+cmd', "'-1+cmd\r\n"],
  ['+1 (203) 555-0100', '+1 (203) 555-0100\r\n'],
  ['-12.50', '-12.50\r\n'],
  ['', '\r\n'],
])('%s', (text, line) => {
  expect(csvLine([text])).toBe(line);
});
