import { describe, expect, it } from 'vitest';
import { listQuery, usualViews, viewSearch } from './view-address.ts';

const YEAR = 2026;

describe('the address of a view', () => {
  it('is the same for the same list, whatever else is open', () => {
    const query = listQuery('?waiting=7&preparer=me&queue=messages&client=4&columns=email', YEAR);
    expect(query).toBe(listQuery('preparer=me&waiting=7&year=2026&sort=-created', YEAR));
    expect(query).not.toBe(listQuery('?preparer=me', YEAR));
    expect(listQuery('?queue=messages', YEAR)).toBe('');
  });

  it('has the columns of the view', () => {
    expect(viewSearch({ query: 'sort=name', columns: null })).toBe('?sort=name');
    expect(viewSearch({ query: '', columns: null })).toBe('');
    expect(new URLSearchParams(viewSearch({ query: '', columns: ['email', 'tags'] })).get('columns')).toBe(
      'email,tags',
    );
  });

  it('of the usual views is already in order', () => {
    for (const { query } of usualViews) expect(listQuery(query, YEAR)).toBe(query);
  });
});
