import { expect, test } from '../support/test.ts';
import { testTitles } from '../test-titles.ts';
import { accountRows } from './specification-rows.ts';

test('every row of the specification names an existing test', () => {
  const missing = accountRows.filter(({ file, test: title }) => !testTitles(file).includes(title));
  expect(missing).toEqual([]);
});

test('no row is listed twice', () => {
  const names = accountRows.map(({ section, row }) => `${section}: ${row}`);
  expect(names).toEqual([...new Set(names)]);
});
