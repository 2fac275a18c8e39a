import { expect, test } from 'vitest';
import { parseCsv } from '#domain/text/csv.ts';
import { addressesIn, legacyAddress } from './legacy-addresses.ts';

test('reads the only column without duplicates, and reports skipped lines', () => {
  expect(addressesIn(parseCsv('Ana@Example.com\nana@example.com \nnobody\nluz@example.com\n'))).toEqual({
    addresses: ['ana@example.com', 'luz@example.com'],
    skipped: [3],
  });
});

test('uses the column with a matching header, or none', () => {
  expect(addressesIn(parseCsv('Name;E-Mail\nAna;ana@example.com\nLuz;\n'))).toEqual({
    addresses: ['ana@example.com'],
    skipped: [3],
  });
  expect(addressesIn(parseCsv('Ana,ana@example.com\n'))).toBeNull();
  expect(addressesIn([])).toEqual({ addresses: [], skipped: [] });
});

test.each([' A@b.example ', 'a@b', 'a b@c.example', '', `${'a'.repeat(250)}@b.example`])('%s', (typed) => {
  expect(legacyAddress(typed)).toBe(typed.includes('A@') ? 'a@b.example' : undefined);
});
