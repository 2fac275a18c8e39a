import { expect, test } from 'vitest';
import { boardSearch, listFiltersOf, parseBoardParams } from './board-params.ts';

const parse = (search: string) => parseBoardParams(new URLSearchParams(search), 2026);

test('reads the defaults and ignores values that mean nothing', () => {
  const defaults = { year: 2026, preparer: 'any', waitingDays: 0, step: 'not_started' };
  expect(parse('')).toEqual(defaults);
  expect(parse('?year=2027&preparer=you&waiting=8&step=lost')).toEqual(defaults);
});

test('what it writes is what it reads', () => {
  const params = {
    year: 2025,
    preparer: '45d6dbc7-5159-4aee-b7c6-de6d7567e622',
    waitingDays: 14,
    step: 'approved',
  } as const;
  expect(parse(boardSearch(parse(''), params, 2026))).toEqual(params);
  expect(
    boardSearch(params, { year: 2026, preparer: 'any', waitingDays: 0, step: 'not_started' }, 2026),
  ).toBe('');
});

test('the list shows the same returns as the column', () => {
  const params = parse('?year=2025&preparer=none&waiting=14');
  expect(listFiltersOf(params, 'approved')).toEqual({
    status: 'approved',
    year: 2025,
    preparer: 'none',
    waitingDays: 14,
  });
  expect(listFiltersOf(parse(''), 'approved')).toMatchObject({ preparer: 'any', waitingDays: 0 });
  expect(listFiltersOf(params, 'accepted')).toMatchObject({ waitingDays: 0 });
});
