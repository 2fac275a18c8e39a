import { useLingui } from '@lingui/react/macro';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { dataOf } from '#app/shared/api/done.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { rest } from '#app/shared/api/rest.ts';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { MOST_CLIENTS } from '#domain/bulk/limits.ts';
import { type ListFilters, NEWEST_FIRST } from '../../../manage-params.ts';
import { clientsPageQuery, PAGE_ROWS, wireFilters } from '../../clients-query.ts';
import type { Clients } from '../../use-clients.ts';

interface Selection {
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

/** Kept while a case is open. */
const key = ['bulk', 'selection'];
/** Larger ranges are asked for, because they are rarely loaded. */
const MOST_LOADED = 1000;

export type Chosen = ReturnType<typeof useSelection>;

/** The clients that are selected. Another search selects none, and says so: `lost` is how many there were. */
export function useSelection(filters: ListFilters, { clientAt, isOutdated, matching }: Clients) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [lost, setLost] = useState(0);
  const [isLoading, setLoading] = useState(false);
  const list = listOf(filters);
  const { data } = useQuery<Selection>({ queryKey: key, queryFn: skipToken });
  const selection = data?.list === list ? data : nothing(list);

  useEffect(() => {
    if (!data || data.list === list) return;
    if (data.ids.size > 0) setLost(data.ids.size);
    queries.setQueryData<Selection>(key, nothing(list));
  }, [queries, data, list]);

  /** Two keys may come before the page is drawn again. */
  function latest(): Selection {
    const stored = queries.getQueryData<Selection>(key);
    return stored?.list === list ? stored : nothing(list);
  }
  function save(next: Selection): void {
    queries.setQueryData<Selection>(key, next);
    if (next.ids.size > 0) setLost(0);
  }
  /** Of a loaded row. */
  function placeAt(index: number): Place | undefined {
    const client = clientAt(index);
    return client && { index, id: client.user_id, sort: filters.sort };
  }

  /** The row's id, also if the row is out of sight. */
  function idAt(index: number): string | undefined {
    const page = clientsPageQuery(filters, Math.floor(index / PAGE_ROWS));
    const loaded = queries.getQueryData(page.queryKey)?.rows[index % PAGE_ROWS];
    return (clientAt(index) ?? loaded)?.user_id;
  }

  /** The ids of these rows; null if they are of no use anymore. */
  async function idsOf(first: number, count: number): Promise<string[] | null> {
    if (count <= MOST_LOADED) {
      const loaded = Array.from({ length: count }, (_, i) => idAt(first + i)).filter(
        (id) => id !== undefined,
      );
      if (loaded.length === count) return loaded;
    }
    setLoading(true);
    try {
      const asked = { ...wireFilters(filters), first_row: first, most: count };
      const ids = await dataOf(rest.rpc('list_client_ids', asked, { get: true }));
      return queries.getQueryData<Selection>(key)?.list === list ? ids : null;
    } catch (error) {
      notify('danger', messageOf(error, t));
      return null;
    } finally {
      setLoading(false);
    }
  }

  function toggle(index: number): void {
    const at = placeAt(index);
    if (at && !isOutdated) save(toggled(latest(), at));
  }

  async function extend(index: number, otherwise?: number): Promise<void> {
    const to = placeAt(index);
    if (!to || isOutdated) return;
    const now = latest();
    const start = otherwise === undefined ? undefined : placeAt(otherwise);
    const base = start && now.anchor?.sort !== filters.sort ? begun(now, start) : now;
    const range = rangeTo(base, to);
    if (!range) return save(toggled(base, to));
    const ids = await idsOf(range.first, range.count);
    if (!ids) return;
    const next = withRange(base, to, ids);
    if (next) return save(next);
    notify('info', t`The list has just changed. Please select again.`);
    void invalidate(['clients', 'list']);
  }

  async function selectAll(): Promise<void> {
    if (isOutdated || isLoading) return;
    // The effect that notices another search needs one to compare with.
    save(latest());
    const ids = await idsOf(0, matching);
    if (ids) save(withAll(latest(), ids));
  }

  return {
    selection,
    lost,
    isLoading,
    toggle,
    /** Selects from where the range began to this row. If none has begun: from `otherwise`, or the row alone. */
    extend,
    selectAll,
    clear: () => save(nothing(list)),
    forgetLost: () => setLost(0),
  };
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
