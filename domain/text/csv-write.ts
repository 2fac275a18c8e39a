const PLAIN_NUMBER = /^[+-]?[\d\s().,-]*$/;
const FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * One line of a CSV file (RFC 4180), including the line end. Text that a spreadsheet would run as a formula gets an
 * apostrophe in front, because clients choose names and texts, and staff open the file.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const harmless = FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
