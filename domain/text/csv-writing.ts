/** Characters that start a formula in a spreadsheet. */
const FORMULA = /^[\s]*[=+\-@|\t\r]/u;

/**
 * A cell of a CSV file. Untrusted text that a spreadsheet would run as a formula gets an apostrophe in front, which
 * shows it as text.
 */
export function csvCell(value: string): string {
  const shown = FORMULA.test(value) ? `'${value}` : value;
  return /[",;\t\r\n]|^\s|\s$/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}

/** A line of a CSV file (RFC 4180), including the line end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
