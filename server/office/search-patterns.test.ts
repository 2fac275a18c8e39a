import { expect, test } from 'vitest';
import { databaseForFile } from '#tests/support/test-database.ts';

const database = databaseForFile();

test.each([
  ['Maria Lopez', ['%lopez%', '%maria%']],
  // The first pattern is for the index, which is slow for what most names have.
  ['Receipt 123457.pdf', ['%123457%', '%123457.pdf%', '%receipt%']],
  ['IMG_2041.JPEG', ['%img\\_2041%', '%img\\_2041.jpeg%']],
  // Too short without its ending.
  ['w2.pdf', ['%w2.pdf%']],
  ['maria@example.com', ['%maria@example.com%']],
  ['.pdf', ['%.pdf%']],
  ['', []],
])('looks for %s by these patterns', async (term, patterns) => {
  const [row] = await database.query<{ patterns: string[] }>('select nutmeg.like_patterns($1) as patterns', [
    term,
  ]);
  expect(row?.patterns).toEqual(patterns);
});
