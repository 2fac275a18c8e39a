import { expect, test } from 'vitest';
import { english } from '#domain/language/english.ts';
import { importReport, readLegacyFile } from './legacy-add.tsx';

test('reads a file without duplicates', async () => {
  const found = await readLegacyFile(
    new Blob(['name,email\nAna,ANA@example.com\nAna,ana@example.com\nLuz,-\n']),
    english,
  );
  expect(found).toEqual({ addresses: ['ana@example.com'], skipped: [4] });
  expect(importReport(1, found, english)).toBe(
    '1 address added, 0 already on the list. Skipped because they have no valid email address: 1 (line 4).',
  );
});

test('lists only some of many skipped lines', () => {
  const skipped = Array.from({ length: 12 }, (_, i) => i + 1);
  expect(importReport(0, { addresses: ['a@b.example', 'c@d.example'], skipped }, english)).toBe(
    '0 addresses added, 2 already on the list. Skipped because they have no valid email address: 12 (line 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more).',
  );
});

test.each([
  ['Ana,ana@example.com\n', /none is named/],
  ['none\n', /no valid email addresses/],
  ['', /no valid email addresses/],
])('rejects %j with a message', async (text, why) => {
  await expect(readLegacyFile(new Blob([text]), english)).rejects.toThrow(why);
});
