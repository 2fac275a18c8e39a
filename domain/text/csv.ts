export interface CsvRow {
  /** The line where it starts, from 1. */
  line: number;
  cells: string[];
}

/**
 * Parses a CSV file as spreadsheets write it: comma, semicolon, or tab, quoted cells, any line ends. Skips empty
 * lines.
 */
export function parseCsv(text: string): CsvRow[] {
  const separator = separatorOf(text);
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"?([^${separator}\\r\\n]*)|([^${separator}\\r\\n]*))(${separator}|\\r\\n|\\r|\\n|$)`,
    'y',
  );
  const rows: CsvRow[] = [];
  let row: CsvRow = { line: 1, cells: [] };
  let line = 1;
  cell.lastIndex = text.startsWith('\uFEFF') ? 1 : 0;
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (!found) break;
    const [whole, quoted, behind = '', bare = '', end] = found;
    row.cells.push(quoted === undefined ? bare : quoted.replaceAll('""', '"') + behind);
    line += whole.match(/\r\n|\r|\n/g)?.length ?? 0;
    if (end === separator) continue;
    rows.push(row);
    row = { line, cells: [] };
  }
  // The file ends after a separator.
  if (row.cells.length > 0) rows.push({ ...row, cells: [...row.cells, ''] });
  return rows.filter(({ cells }) => cells.some((value) => value.trim() !== ''));
}

/** The most frequent separator in the first line. */
function separatorOf(text: string): string {
  const [first = ''] = text.split(/[\r\n]/, 1);
  const count = (separator: string) => first.split(separator).length;
  return [';', '\t'].find((separator) => count(separator) > count(',')) ?? ',';
}
