/** The list is virtualized, so rows are found by index. */

export const clientRowId = (index: number) => `client-row-${index}`;

export function focusClient(index: number): boolean {
  const row = document.getElementById(clientRowId(index));
  row?.focus();
  return row !== null;
}

export function focusFirstClient(): void {
  focusClient(0);
}
