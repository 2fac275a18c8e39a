/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ClientList, LIST_BOUNDS, readClientList } from './read-list.ts';
import { last4Of, shortenTaxIds } from './tax-ids.ts';

const read = (bytes: Uint8Array) => readClientList(bytes, TextDecoder);
const utf8 = (text: string) => new TextEncoder().encode(text);

function listOf(bytes: Uint8Array): ClientList {
  const found = read(bytes);
  if ('fault' in found) throw new Error(found.fault);
  return found.list;
}

const latin = Uint8Array.from('Name\tCity\nPe\xf1a, Jos\xe9\tHartford', (c) => c.charCodeAt(0));
const utf16 = new Uint8Array(
  Uint16Array.from('\uFEFFName\tCity\nPeña, José\tHartford', (c) => c.charCodeAt(0)).buffer,
);

test.each([
  ['UTF-8', utf8('Name;City\n"Peña, José";Hartford\n')],
  ['UTF-8 with a mark', utf8('\uFEFFName,City\r\n"Peña, José",Hartford\r\n')],
  ['Windows-1252', latin],
  ['UTF-16', utf16],
])('reads a list in %s', (_, bytes) => {
  expect(listOf(bytes)).toEqual({
    headings: ['Name', 'City'],
    mapping: ['name', 'city'],
    rows: [{ line: 2, cells: ['Peña, José', 'Hartford'] }],
  });
});

test('keeps only the end of tax numbers, in every column', () => {
  const { rows } = listOf(
    utf8(
      'Client ID,Name,SSN,Spouse SSN,ZIP,Notes,EIN\n123456789,Ana,123-45-6789,87654321,061031234,"was 987 65 4321, now 12-3456789",1234\n',
    ),
  );
  expect(rows[0]?.cells).toEqual([
    ...[
      '*****6789',
      'Ana',
      '*****6789',
      '*****4321',
      '061031234',
      'was *****4321, now *****6789',
      '*****1234',
    ],
  ]);
});

test.each([
  ['(203) 555-0142', '(203) 555-0142'],
  ['06103-1234', '06103-1234'],
  ['12 Elm St 123456789', '12 Elm St 123456789'],
])('leaves %s alone', (cell, kept) => {
  expect(shortenTaxIds(cell, 'other')).toBe(kept);
});

test.each([
  ['***-**-6789', '6789'],
  ['42', '0042'],
  ['', null],
  ['000-00-0000', null],
])('the end of "%s" is %s', (cell, last4) => {
  expect(last4Of(cell)).toBe(last4);
});

const { rows, columns, cell, bytes } = LIST_BOUNDS;

test.each([
  ['too_large', new Uint8Array(bytes + 1)],
  ['too_many_rows', utf8(`Name\n${'a\n'.repeat(rows + 1)}`)],
  ['too_many_columns', utf8(`Name\n${','.repeat(columns)}a\n`)],
  ['cell_too_long', utf8(`Name\n"${'a'.repeat(cell + 1)}`)],
  ['no_rows', utf8('Name\n')],
  ['no_rows', utf8('')],
])('finds a file %s', (fault, content) => {
  expect(read(content)).toMatchObject({ fault });
});

test('any bytes are a list or a fault', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2_000 }), (content) => {
      const found = read(content);
      if ('fault' in found) return;
      expect(found.list.mapping).toHaveLength(found.list.headings.length);
    }),
  );
});
