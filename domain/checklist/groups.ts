import type { Whose } from './rules.ts';
import { type ListedItem, missingOf } from './state.ts';

/** The documents about one person or business, or those that the office asked for. */
export interface ItemGroup {
  key: string;
  about: Whose | 'office';
  /** '' for the client, and if it is unknown. */
  name: string;
  items: ListedItem[];
}

const order = ['office', 'you', 'spouse', 'dependent', 'business'] as const;

/** The list by person. What the office asked for comes first, and stays there when it is answered. */
export function groupsOf(items: readonly ListedItem[]): ItemGroup[] {
  const groups = new Map<string, ItemGroup>();
  for (const item of items) {
    const isOffice = item.isAsked || item.state === 'asked_again';
    const [about, name] = isOffice ? (['office', ''] as const) : [item.whose, item.name];
    const key = `${about}:${name}`;
    const group = groups.get(key) ?? { key, about, name, items: [] };
    groups.set(key, group);
    group.items.push(item);
  }
  const rank = ({ about }: ItemGroup) => order.indexOf(about);
  return [...groups.values()].sort((one, other) => rank(one) - rank(other));
}

export const stillNeeded = ({ items }: Pick<ItemGroup, 'items'>): number => missingOf(items).length;

/** Items that only some clients have, unless nothing else of the group is left to do. */
export function mightApply({ items }: Pick<ItemGroup, 'items'>): ListedItem[] {
  const open = missingOf(items);
  const optional = open.filter(({ ifAny, state }) => ifAny && state === 'open');
  return optional.length === open.length ? [] : optional;
}

/** Shorter lists are shown completely. */
const MAX_OPEN_ITEMS = 8;

/** The groups of a long list that are open at first: the office's, and the first one with something to do. */
export function openAtFirst(groups: readonly ItemGroup[]): string[] {
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  if (count <= MAX_OPEN_ITEMS) return groups.map(({ key }) => key);
  const first = groups.find((group) => group.about !== 'office' && stillNeeded(group) > 0);
  return groups.filter((group) => group.about === 'office' || group === first).map(({ key }) => key);
}
