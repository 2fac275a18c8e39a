import type { Language } from '#domain/language/language.ts';
import { itemOrder, type Sortable } from './file-display.ts';

/** The sort order of a folder, in the URL as "date", or "-date" for descending. */

export const sortKeys = ['name', 'date', 'size'] as const;
export type SortKey = (typeof sortKeys)[number];

export interface Sort {
  readonly by: SortKey;
  readonly descending: boolean;
}

export interface Ordered extends Sortable {
  readonly size: number;
  /** An ISO time; null for folders. */
  readonly uploadedAt: string | null;
}

export const byName: Sort = { by: 'name', descending: false };

/** Parses the URL's sort order. Invalid text means by name. */
export function parseSort(text: string | null): Sort {
  const descending = text?.startsWith('-') ?? false;
  const by = sortKeys.find((key) => key === (descending ? text?.slice(1) : text));
  return by ? { by, descending } : byName;
}

/** The sort order for the URL. Null for the default. */
export function sortText({ by, descending }: Sort): string | null {
  if (by === 'name' && !descending) return null;
  return descending ? `-${by}` : by;
}

/** The sort order after a click on a column heading: reversed, or the column in its default direction. */
export function nextSort(current: Sort, by: SortKey): Sort {
  if (current.by === by) return { by, descending: !current.descending };
  return { by, descending: by !== 'name' };
}

/** Folders first, in any order: they have no date and no size. Equal items are sorted by name. */
export function compareBy({ by, descending }: Sort, language: Language): (a: Ordered, b: Ordered) => number {
  const compareItems = itemOrder(language);
  const way = descending ? -1 : 1;
  return (a, b) => {
    if (a.type !== b.type) return compareItems(a, b);
    if (by === 'name') return way * compareItems(a, b);
    const order = a.type === 'folder' ? 0 : by === 'size' ? a.size - b.size : timeOf(a) - timeOf(b);
    return way * order || compareItems(a, b);
  };
}

function timeOf({ uploadedAt }: Ordered): number {
  return uploadedAt === null ? 0 : Date.parse(uploadedAt);
}
