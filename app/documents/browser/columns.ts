export const columnWidth = {
  /** Fits its heading. */
  count: 'w-20',
  date: 'w-24',
  /** Fits the longest size, "1023.99 KB". */
  size: 'w-24',
  /** Rename, Download, Delete, and the menu: 36 px each. */
  actions: 'w-[144px]',
} as const;
