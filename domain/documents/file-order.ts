import { compareItems, type Sortable } from './file-display.ts';

/** In which order a folder's items are shown, and how the address says so: "-date" for the newest first. */

export const sortKeys = ['name', 'date', 'size'] as const;
export type SortKey = (typeof sortKeys)[number];

export interface Sort {
  readonly by: SortKey;
  readonly descending: boolean;
}

export interface Ordered extends Sortable {
  readonly size: number;
  /** ISO time, or null for folders. */
  readonly uploadedAt: string | null;
}

export const byName: Sort = { by: 'name', descending: false };

/** Parses a URL parameter, which may be anything. */
export function parseSort(text: string | null): Sort {
  const descending = text?.startsWith('-') ?? false;
  const by = sortKeys.find((key) => key === (descending ? text?.slice(1) : text));
  return by ? { by, descending } : byName;
}

/** For the address; null where nothing needs to be said. */
export function sortText({ by, descending }: Sort): string | null {
  if (by === 'name' && !descending) return null;
  return descending ? `-${by}` : by;
}

/** What a press on a column's heading leads to: the other way round, or that column as one first wants it. */
export function nextSort(current: Sort, by: SortKey): Sort {
  if (current.by === by) return { by, descending: !current.descending };
  return { by, descending: by !== 'name' };
}

/** Folders come first whatever the order, since they have neither date nor size; equals go by name. */
export function compareBy({ by, descending }: Sort): (a: Ordered, b: Ordered) => number {
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
