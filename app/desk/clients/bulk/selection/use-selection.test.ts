import { expect, test } from 'vitest';
import { MOST_CLIENTS } from '#domain/bulk/limits.ts';
import { filtersIn } from '../../../manage-params.ts';
import { begun, listOf, nothing, type Place, rangeTo, toggled, withAll, withRange } from './use-selection.ts';

const rows = ['ana', 'bo', 'cy', 'dee', 'eve'];
const at = (index: number, sort = '-created'): Place => ({ index, id: rows[index] ?? '', sort });
const idsIn = ({ ids }: { ids: ReadonlySet<string> }) => [...ids];
/** What the list does: asks which rows the range has, and selects them. */
function extended(selection: ReturnType<typeof nothing>, index: number) {
  const range = rangeTo(selection, at(index));
  if (!range) throw new Error('no range has begun');
  return withRange(selection, at(index), rows.slice(range.first, range.first + range.count));
}
const must = <Value>(value: Value | null): Value => {
  if (value === null) throw new Error('null');
  return value;
};

test('toggles a row', () => {
  const one = toggled(nothing('list'), at(1));
  expect(idsIn(one)).toEqual(['bo']);
  expect(idsIn(toggled(one, at(1)))).toEqual([]);
});

test('a range goes down or up from the last row, and keeps what was selected before', () => {
  const two = toggled(toggled(nothing('list'), at(0)), at(3));
  expect(idsIn(must(extended(two, 4)))).toEqual(['ana', 'dee', 'eve']);
  expect(idsIn(must(extended(two, 2))).sort()).toEqual(['ana', 'cy', 'dee']);
});

test('a range that becomes shorter gives rows back', () => {
  const long = must(extended(toggled(nothing('list'), at(0)), 3));
  expect(idsIn(long)).toHaveLength(4);
  expect(idsIn(must(extended(long, 1)))).toEqual(['ana', 'bo']);
});

test('a range may begin at a row that is not selected', () => {
  expect(idsIn(must(extended(begun(nothing('list'), at(2)), 3)))).toEqual(['cy', 'dee']);
});

test('another order of the rows ends the range', () => {
  const one = toggled(nothing('list'), at(0));
  expect(rangeTo(one, at(2, 'name'))).toBeNull();
  expect(rangeTo(nothing('list'), at(2))).toBeNull();
});

test('rows that are not those between the ends are refused: the list has changed', () => {
  const one = toggled(nothing('list'), at(0));
  expect(withRange(one, at(2), ['new', 'ana', 'bo'])).toBeNull();
  expect(withRange(one, at(2), [])).toBeNull();
});

test('no more clients are selected than one job takes', () => {
  const many = Array.from({ length: MOST_CLIENTS + 5 }, (_, i) => `client ${i}`);
  const all = withAll(nothing('list'), many);
  expect(all.ids.size).toBe(MOST_CLIENTS);
  expect(toggled(all, at(0)).ids.size).toBe(MOST_CLIENTS);
});

test('keeps the selection in another order, and drops it for another search or filter', () => {
  const listAt = (search: string) => listOf(filtersIn(new URLSearchParams(search), 2026));
  expect(listAt('sort=name')).toBe(listAt(''));
  for (const search of ['q=ana', 'tag=late', 'year=2025', 'archived=1'])
    expect(listAt(search)).not.toBe(listAt(''));
});
