import { MOST_CLIENTS } from '#domain/bulk/limits.ts';
import { type ListFilters, NEWEST_FIRST } from '../../../manage-params.ts';

export interface Selection {
  /** The search and the filters that it belongs to. */
  readonly list: string;
  /** In the order in which they were selected. */
  readonly ids: ReadonlySet<string>;
  /** The row where a range begins. */
  readonly anchor: Place | null;
  /** What was selected before the range: a shorter range gives back the rows that leave it. */
  readonly before: ReadonlySet<string>;
}

/** A row of the list, whose order is part of it. */
export interface Place {
  readonly index: number;
  readonly id: string;
  readonly sort: string;
}

/** The search and the filters. The order of the rows doesn't change what is selected. */
export const listOf = (filters: ListFilters): string => JSON.stringify({ ...filters, sort: NEWEST_FIRST });

/** One for all, since what is drawn depends on it. */
const none: ReadonlySet<string> = new Set();

export const nothing = (list: string): Selection => ({ list, ids: none, anchor: null, before: none });

export function toggled(selection: Selection, at: Place): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(at.id)) ids.add(at.id);
  return { ...selection, ids: atMost(ids), anchor: at, before: ids };
}

/** Begins a range at a row. */
export const begun = (selection: Selection, anchor: Place): Selection => ({
  ...selection,
  anchor,
  before: selection.ids,
});

/**
 * The rows that a range to `index` has; null if none has begun in this order of the rows.
 */
export function rangeTo(
  { anchor }: Selection,
  { index, sort }: Place,
): { readonly first: number; readonly count: number } | null {
  if (anchor?.sort !== sort) return null;
  return { first: Math.min(anchor.index, index), count: Math.abs(anchor.index - index) + 1 };
}

/**
 * Selects the rows between the anchor and `to` instead of the range before; null if `ids` are not those of the rows
 * between: the list has changed meanwhile.
 */
export function withRange(selection: Selection, to: Place, ids: readonly string[]): Selection | null {
  const { anchor, before } = selection;
  const ends = [ids[0], ids.at(-1)];
  if (!anchor || !ends.includes(anchor.id) || !ends.includes(to.id)) return null;
  return { ...selection, ids: atMost(new Set([...before, anchor.id, ...ids])) };
}

export function withAll(selection: Selection, ids: readonly string[]): Selection {
  const all = atMost(new Set(ids));
  return { ...selection, ids: all, anchor: null, before: all };
}

/** A job has no more. */
const atMost = (ids: ReadonlySet<string>): ReadonlySet<string> =>
  ids.size <= MOST_CLIENTS ? ids : new Set([...ids].slice(0, MOST_CLIENTS));
