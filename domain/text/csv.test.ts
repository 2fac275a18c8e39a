/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CsvBoundError, parseCsv } from './csv.ts';

test.each([
  [
    'a@x.example\nb@x.example\n',
    [
      [1, 'a@x.example'],
      [2, 'b@x.example'],
    ],
  ],
  [
    '\uFEFFemail\r\na@x.example',
    [
      [1, 'email'],
      [2, 'a@x.example'],
    ],
  ],
  [
    'name;email\nLópez, Ana;a@x.example',
    [
      [1, 'name', 'email'],
      [2, 'López, Ana', 'a@x.example'],
    ],
  ],
  [
    'name\temail\nAna\ta@x.example',
    [
      [1, 'name', 'email'],
      [2, 'Ana', 'a@x.example'],
    ],
  ],
  [
    '"Ana ""Nana"" L","a@x.example"\n\n\nb,c',
    [
      [1, 'Ana "Nana" L', 'a@x.example'],
      [4, 'b', 'c'],
    ],
  ],
  [
    '"two\nlines",a\nb,',
    [
      [1, 'two\nlines', 'a'],
      [3, 'b', ''],
    ],
  ],
  [
    'Clients, by name\nname\temail\nLópez\ta@x.example',
    [
      [1, 'Clients, by name'],
      [2, 'name', 'email'],
      [3, 'López', 'a@x.example'],
    ],
  ],
  ['"never closed,a', [[1, 'never closed,a']]],
  ['', []],
  ['\n\r\n , \n', []],
])('%j', (text, rows) => {
  expect(parseCsv(text).map(({ line, cells }) => [line, ...cells])).toEqual(rows);
});

test('parses the output of spreadsheets', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', ' ', ',', '"', '\n', '\r', 'é') });
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 });
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(rows, fc.constantFrom('\n', '\r\n'), (table, end) => {
      const written = table.map((cells) => cells.map(quote).join(',')).join(end);
      const read = parseCsv(written).map(({ cells }) => cells);
      expect(read).toEqual(table.filter((cells) => cells.some((value) => value.trim() !== '')));
    }),
  );
});

test('terminates on any input', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseCsv(text)));
});

const bounds = { rows: 2, columns: 2, cell: 3 };

test.each([
  ['a\nb\nc', 'rows', 3],
  ['a\nb,c,d', 'columns', 2],
  ['a\n\nb,cccc', 'cell', 3],
  [`"${'a'.repeat(9_000_000)}`, 'cell', 1],
] as const)('stops at a bound', (text, bound, line) => {
  expect(() => parseCsv(text, bounds)).toThrow(new CsvBoundError(bound, line));
});

test('takes what is within the bounds', () => {
  expect(parseCsv('aaa,b\n\n\n"a,b",\n', bounds)).toHaveLength(2);
});
