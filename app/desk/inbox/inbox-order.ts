import type { InboxView } from './inbox-params.ts';

interface Placed {
  readonly id: string;
  readonly created_at: string;
}

/**
 * Keeps the open message in the list, at its place, even if it no longer matches: a message that was just
 * answered or assigned must not disappear while it is being read.
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
