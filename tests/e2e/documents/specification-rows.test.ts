import { expect, test } from '../support/test.ts';
import { testTitles } from '../test-titles.ts';
import { fileRows } from './specification-rows.ts';

test('every row of the specification names an existing test', () => {
  const missing = fileRows.filter(({ file, test: title }) => !testTitles(file).includes(title));
  expect(missing).toEqual([]);
});

test('no row is listed twice', () => {
  const names = fileRows.map(({ section, row }) => `${section}: ${row}`);
  expect(names).toEqual([...new Set(names)]);
});
