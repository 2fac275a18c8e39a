import type { ChecklistItem } from './checklist.ts';

/** What became of a document that is asked for. The database knows the same five. */
export const itemStates = ['open', 'sent', 'not_available', 'confirmed', 'asked_again'] as const;
export type ItemState = (typeof itemStates)[number];

/** What is stored of an item: nothing, before somebody has touched it. */
export interface StoredItem {
  readonly item: string;
  /** Only of what the office has asked for by hand. */
  readonly title: string | null;
  readonly state: string;
  readonly reason: string | null;
  readonly note: string | null;
  readonly documentIds: readonly string[];
}

/** One line of the list, as both sides see it. */
export interface ListedItem {
  readonly item: string;
  readonly title: string;
  readonly why: string;
  /** Only who has one sends it. */
  readonly ifAny: boolean;
  /** By hand, rather than because of an answer. */
  readonly isAsked: boolean;
  readonly state: ItemState;
  /** The client's: why there is none. */
  readonly reason: string | null;
  /** The office's. */
  readonly note: string | null;
  readonly documentIds: readonly string[];
}

/**
 * The list: what the answers call for, with what became of it, and what the office has asked for beside. What is
 * asked for again comes first, then what was asked for by hand; all else keeps its place, whatever its state, so
 * that nothing jumps away from under a finger. What is stored of a document that no answer calls for any more has
 * no name, and is left out.
 */
export function listOf(called: readonly ChecklistItem[], stored: readonly StoredItem[]): ListedItem[] {
  const byItem = new Map(stored.map((row) => [row.item, row]));
  const asked = stored.flatMap((row) =>
    row.title === null ? [] : [listed({ id: row.item, title: row.title, why: '', ifAny: false }, row, true)],
  );
  const all = [...asked, ...called.map((item) => listed(item, byItem.get(item.id), false))];
  const isAgain = ({ state }: ListedItem) => state === 'asked_again';
  return [...all.filter(isAgain), ...all.filter((item) => !isAgain(item))];
}

function listed(
  { id, title, why, ifAny }: Pick<ChecklistItem, 'id' | 'title' | 'why' | 'ifAny'>,
  row: StoredItem | undefined,
  isAsked: boolean,
): ListedItem {
  return {
    item: id,
    title,
    why,
    ifAny,
    isAsked,
    state: itemStates.find((state) => state === row?.state) ?? 'open',
    reason: row?.reason ?? null,
    note: row?.note ?? null,
    documentIds: row?.documentIds ?? [],
  };
}

/** Whether the client has done what there is to do about it. */
export function isAnswered({ state }: Pick<ListedItem, 'state'>): boolean {
  return state === 'sent' || state === 'not_available' || state === 'confirmed';
}

/** "5 of 8". */
export function progressOf(items: readonly Pick<ListedItem, 'state'>[]): { done: number; total: number } {
  return { done: items.filter(isAnswered).length, total: items.length };
}

/** What the office has asked for by name, and the client has still to send. */
export function missingByName<T extends Pick<ListedItem, 'state' | 'isAsked'>>(items: readonly T[]): T[] {
  return items.filter(({ state, isAsked }) => state === 'asked_again' || (isAsked && state === 'open'));
}
