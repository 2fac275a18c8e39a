import { english } from '#domain/language/english.ts';
import { inWords, type Wording } from '#domain/language/translate.ts';
import type { Whose } from './rules.ts';

/** The states of a required document. The database has the same five. */
const itemStates = ['open', 'sent', 'not_available', 'confirmed', 'asked_again'] as const;
export type ItemState = (typeof itemStates)[number];

/** The stored part of an item. There is none until the client or the office changes the item. */
export interface StoredItem {
  readonly item: string;
  /** Null unless the office requested the document itself. */
  readonly title: string | null;
  readonly state: string;
  readonly reason: string | null;
  readonly note: string | null;
  readonly documentIds: readonly string[];
}

/** One item of the list, for the client and the office. */
export interface ListedItem {
  readonly item: string;
  /** A text if the office wrote it. */
  readonly title: Wording;
  /** '' if the office asked for it. */
  readonly why: Wording;
  /** Needed only if the client has one. */
  readonly ifAny: boolean;
  /** Requested by the office itself, not because of an answer. */
  readonly isAsked: boolean;
  /** Who it is about, with the name; '' for the client, and if the name is unknown. */
  readonly whose: Whose;
  readonly name: string;
  readonly state: ItemState;
  /** The client's reason for not having it. */
  readonly reason: string | null;
  /** From the office. */
  readonly note: string | null;
  readonly documentIds: readonly string[];
}

/** An item of the list without its state. */
export type RequiredItem = Pick<ListedItem, 'title' | 'why' | 'ifAny' | 'whose' | 'name'> & {
  readonly id: string;
};

/**
 * The documents that the answers require and those that the office requested, each with its state. Documents that were
 * asked for again come first, then those that the office requested. The order doesn't depend on other states, so that
 * items don't move while a person works on the list. A stored item that no answer requires anymore has no title and is
 * left out, and so is one of the client's own that the office asked for by the same name before the answers did.
 */
export function listOf(required: readonly RequiredItem[], stored: readonly StoredItem[]): ListedItem[] {
  const byItem = new Map(stored.map((row) => [row.item, row]));
  const asked = stored.flatMap((row) =>
    row.title === null ? [] : [listed({ ...unknownItem, id: row.item, title: row.title }, row, true)],
  );
  const nameOf = ({ title }: Pick<ListedItem, 'title'>) => inWords(title, english).toLowerCase();
  const names = new Set(asked.map(nameOf));
  const isTwice = (item: RequiredItem) =>
    item.whose === 'you' && !byItem.has(item.id) && names.has(nameOf(item));
  const all = [
    ...asked,
    ...required.filter((item) => !isTwice(item)).map((item) => listed(item, byItem.get(item.id), false)),
  ];
  const isAgain = ({ state }: ListedItem) => state === 'asked_again';
  return [...all.filter(isAgain), ...all.filter((item) => !isAgain(item))];
}

const unknownItem = { why: '', ifAny: false, whose: 'you', name: '' } as const;

function listed(
  { id, title, why, ifAny, whose, name }: RequiredItem,
  row: StoredItem | undefined,
  isAsked: boolean,
): ListedItem {
  return {
    item: id,
    title,
    why,
    ifAny,
    isAsked,
    whose,
    name,
    state: itemStates.find((state) => state === row?.state) ?? 'open',
    reason: row?.reason ?? null,
    note: row?.note ?? null,
    documentIds: row?.documentIds ?? [],
  };
}

/** Whether there is nothing left for the client to do. */
export function isAnswered({ state }: Pick<ListedItem, 'state'>): boolean {
  return state === 'sent' || state === 'not_available' || state === 'confirmed';
}

/**
 * What the client still has to do. A list is complete when this is empty. What is needed only if the client has one counts
 * until the client says so: for most, these are the forms with their income.
 */
export function missingOf<T extends Pick<ListedItem, 'state'>>(items: readonly T[]): T[] {
  return items.filter((item) => !isAnswered(item));
}

/** "5 of 8". */
export function progressOf(items: readonly Pick<ListedItem, 'state'>[]): { done: number; total: number } {
  return { done: items.filter(isAnswered).length, total: items.length };
}

/** Of what is missing, the documents that the office asked for by name. */
export function missingByName<T extends Pick<ListedItem, 'state' | 'isAsked'>>(items: readonly T[]): T[] {
  return missingOf(items).filter(({ state, isAsked }) => isAsked || state === 'asked_again');
}
