import { describe, expect, it } from 'vitest';
import {
  clientSearch,
  columnsSearch,
  filtersIn,
  hasFilters,
  listOnlySearch,
  listSearch,
  noFilters,
  parseCaseTab,
  sheetSearch,
  tabSearch,
} from './manage-params.ts';

const YEAR = 2026;
const read = (search: string) => filtersIn(new URLSearchParams(search), YEAR);

describe('the query parameters of /manage', () => {
  it('is empty without filters', () => {
    const nothing = { term: '', ...noFilters, year: YEAR, sort: '-created' };
    expect(read('')).toEqual(nothing);
    expect(listSearch('', {}, YEAR)).toBe('');
    expect(read('?form=perhaps&status=lost&new=yes&year=1999')).toEqual(nothing);
    expect(read('?year=2027')).toEqual(nothing);
    expect(read('?preparer=you&tag=%20&waiting=-3&sort=fee')).toEqual(nothing);
    expect(read('?waiting=7.5&sort=-')).toEqual(nothing);
    expect(hasFilters(read('?year=2024&sort=name'))).toBe(false);
  });

  it('round-trips the filters', () => {
    const chosen = {
      term: 'Núñez & Co',
      form: 'sent',
      status: 'payment_due',
      newFiles: true,
      archived: true,
      year: 2024,
      preparer: 'me',
      tag: 'Early & late',
      waitingDays: 7,
      sort: '-waiting',
    } as const;
    expect(read(listSearch('?client=1&folder=a', chosen, YEAR))).toEqual(chosen);
    expect(listSearch('?q=ana&year=2024', { year: YEAR }, YEAR)).toBe('?q=ana');
  });

  it.each(['preparer=none', 'tag=VIP', 'waiting=30', 'new=1', 'archived=1', 'q=ana'])(
    '%s is a filter',
    (query) => {
      expect(hasFilters(read(query))).toBe(true);
      expect(listSearch(query, {}, YEAR)).toBe(`?${query}`);
      expect(listSearch(query, { ...noFilters, term: '' }, YEAR)).toBe('');
    },
  );

  it.each(['name', '-name', 'created', 'step', 'preparer', '-activity', 'waiting', '-missing', 'reminded'])(
    'sorts by %s',
    (sort) => {
      expect(read(`?sort=${sort}`).sort).toBe(sort);
      expect(listSearch(`?sort=${sort}`, {}, YEAR)).toBe(`?sort=${sort}`);
    },
  );

  it('takes the id of a preparer, and keeps a tag within the limit of the database', () => {
    const id = '00000000-0000-4000-8000-000000000001';
    expect(read(`?preparer=${id}`).preparer).toBe(id);
    expect(read(`?tag=${'é'.repeat(50)}`).tag).toBe('é'.repeat(40));
  });

  it('keeps the columns of a view with the list', () => {
    const search = columnsSearch('?sort=name', ['email', 'tags']);
    expect(new URLSearchParams(search).get('columns')).toBe('email,tags');
    expect(listOnlySearch(clientSearch(search, '42', ''))).toBe(search);
    expect(columnsSearch(search, null)).toBe('?sort=name');
  });

  it("keeps the filters while a client is open, and removes the client's parameters afterwards", () => {
    const opened = clientSearch('?q=ana&status=none&queue=messages&sheet=9', '42', '2025/w2');
    expect(opened).toBe('?q=ana&status=none&queue=messages&client=42&folder=2025%2Fw2');
    expect(listOnlySearch(sheetSearch(tabSearch(opened, 'notes'), '7'))).toBe(
      '?q=ana&status=none&queue=messages',
    );
  });

  it('accepts known tabs only, and closes the form on a tab change', () => {
    expect(parseCaseTab(new URLSearchParams('tab=notes'))).toBe('notes');
    expect(parseCaseTab(new URLSearchParams('tab=secrets'))).toBe('files');
    expect(tabSearch('?client=1&tab=notes&sheet=7', 'files')).toBe('?client=1');
  });
});
