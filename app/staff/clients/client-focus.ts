/** The list of clients is longer than the page holds: its rows are found by their number. */

export const clientRowId = (index: number) => `client-row-${index}`;

export function focusClient(index: number): boolean {
  const row = document.getElementById(clientRowId(index));
  row?.focus();
  return row !== null;
}

export function focusFirstClient(): void {
  focusClient(0);
}
