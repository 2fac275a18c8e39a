import { describe, expect, it } from 'vitest';
import {
  clientSearch,
  filtersIn,
  listOnlySearch,
  listSearch,
  parseCaseTab,
  sheetSearch,
  tabSearch,
} from './manage-params.ts';

const YEAR = 2026;
const read = (search: string) => filtersIn(new URLSearchParams(search), YEAR);

describe('the query parameters of /manage', () => {
  it('is empty without filters', () => {
    const nothing = { term: '', form: 'any', status: 'any', newFiles: false, year: YEAR };
    expect(read('')).toEqual(nothing);
    expect(listSearch('', {}, YEAR)).toBe('');
    expect(read('?form=perhaps&status=lost&new=yes&year=1999')).toEqual(nothing);
    expect(read('?year=2027')).toEqual(nothing);
  });

  it('round-trips the filters', () => {
    const chosen = {
      term: 'Núñez & Co',
      form: 'sent',
      status: 'payment_due',
      newFiles: true,
      year: 2024,
    } as const;
    expect(read(listSearch('?client=1&folder=a', chosen, YEAR))).toEqual(chosen);
    expect(listSearch('?q=ana&year=2024', { year: YEAR }, YEAR)).toBe('?q=ana');
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
