/** What a spreadsheet would take for the beginning of a formula. */
const FORMULA = /^\s*[=+\-@|\t\r]/u;
const PLAIN_NUMBER = /^[+-]?[\d\s().,-]*$/;
/** Also other separators, and spaces at the edges, which some readers cut off. */
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/**
 * One line of a CSV file (RFC 4180), including the line end. Text that a spreadsheet would run as a formula gets an
 * apostrophe in front, because clients choose names and texts, and staff open the file.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const harmless = isFormula(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Phone numbers and amounts begin like formulas, but have nothing to run. */
function isFormula(text: string): boolean {
  return FORMULA.test(text) && !PLAIN_NUMBER.test(text);
}
