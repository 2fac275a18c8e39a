import type { InboxView } from './inbox-params.ts';

interface Placed {
  readonly id: string;
  readonly created_at: string;
}

/**
 * The list with the open message in it. One that is answered or given away leaves the list, but not under the eyes
 * of whoever reads it: it keeps its place until another one is opened.
 */
export function insertOpenMessage<Row extends Placed>(
  list: readonly Row[],
  open: Row | null,
  view: InboxView,
): readonly Row[] {
  if (open === null || list.some(({ id }) => id === open.id)) return list;
  if (view === 'answered') return [open, ...list];
  const place = list.findIndex(({ created_at }) => Date.parse(created_at) > Date.parse(open.created_at));
  return place === -1 ? [...list, open] : [...list.slice(0, place), open, ...list.slice(place)];
}
