/** What a spreadsheet would take for the beginning of a formula. */
const FORMULA = /^[\s]*[=+\-@|\t\r]/u;

/**
 * A cell of a CSV file. A text that a spreadsheet would run as a formula gets an apostrophe in front, which shows it as
 * text: what it says may come from anybody.
 */
export function csvCell(value: string): string {
  const shown = FORMULA.test(value) ? `'${value}` : value;
  return /[",;\t\r\n]|^\s|\s$/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}

/** A line of a CSV file, with its end, as RFC 4180 has it. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
