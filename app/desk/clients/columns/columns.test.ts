import { describe, expect, it } from 'vitest';
import { columnIds, defaultColumns, gridColumns, parseColumns } from './columns.ts';

describe('the columns of the list', () => {
  it('are known ones, in their order', () => {
    expect(parseColumns(['waiting', 'fee', 'email', 'email'])).toEqual(['email', 'waiting']);
    expect(parseColumns(['fee'])).toBeNull();
    expect(parseColumns(null)).toBeNull();
  });

  it('have those that the specification names, unless others are chosen', () => {
    expect(defaultColumns).toEqual(expect.arrayContaining(['email', 'phone', 'role', 'created']));
  });

  it('have a track each, and one for the name', () => {
    const tracks = (columns: typeof defaultColumns) => gridColumns(columns).match(/minmax\(.*?\)|[\d.]+rem/g);
    expect(tracks(columnIds)).toHaveLength(columnIds.length + 1);
    expect(tracks(['email'])).toHaveLength(2);
  });

  it('are names that the database takes', () => {
    for (const id of columnIds) expect(id).toMatch(/^[a-z_]{1,20}$/);
  });
});
