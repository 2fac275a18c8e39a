/** The list is virtualized, so rows are found by index. */

export const clientRowId = (index: number) => `client-row-${index}`;

export function focusClient(index: number): boolean {
  const row = document.getElementById(clientRowId(index));
  row?.focus();
  return row !== null;
}

/** The index of the row that is this element, or null. */
export function clientRowOf(element: Element | null): number | null {
  const found = /^client-row-(\d+)$/.exec(element?.id ?? '')?.[1];
  return found === undefined ? null : Number(found);
}
