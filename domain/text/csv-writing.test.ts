import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCsv } from './csv.ts';
import { csvCell, csvLine } from './csv-writing.ts';

test.each([
  ['=HYPERLINK("http://x.example")', `"'=HYPERLINK(""http://x.example"")"`],
  ['+1 203 555 0100', "'+1 203 555 0100"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  [' =1', "' =1"],
  ['\t=1', `"'\t=1"`],
  ['plain', 'plain'],
  ['a, b', '"a, b"'],
  ['', ''],
])('%j', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

test('round-trips any cells, and no cell starts a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 5 }), (cells) => {
      const wanted = cells.map((value) => (/^\s*[=+\-@|]/u.test(value) ? `'${value}` : value));
      // The first line tells a reader which separator counts.
      const [, row] = parseCsv(csvLine(Array(50).fill('column')) + csvLine(['x', ...cells]));
      expect(row?.cells).toEqual(['x', ...wanted]);
    }),
  );
});
