export interface CsvRow {
  /** The line where it starts, from 1. */
  line: number;
  cells: string[];
}

export interface CsvBounds {
  rows: number;
  columns: number;
  /** UTF-16 code units. */
  cell: number;
}

/** The file is larger than its reader takes. */
export class CsvBoundError extends Error {
  readonly bound: keyof CsvBounds;
  readonly line: number;

  constructor(bound: keyof CsvBounds, line: number) {
    super(`Too large at line ${line}: ${bound}`);
    this.bound = bound;
    this.line = line;
  }
}

const UNBOUNDED: CsvBounds = { rows: Infinity, columns: Infinity, cell: Infinity };
/** A report may have a title above its headings. */
const LINES_TO_JUDGE = 10;
const CHARACTERS_TO_JUDGE = 100_000;

/**
 * Parses a CSV file as spreadsheets write it: comma, semicolon, or tab, quoted cells, any line ends. Skips empty
 * lines. Throws `CsvBoundError` at the first row, column, or cell too many.
 */
export function parseCsv(text: string, bounds: CsvBounds = UNBOUNDED): CsvRow[] {
  const separator = separatorOf(text);
  const end = new RegExp(`${separator}|\\r\\n|\\r|\\n|$`, 'g');
  const rows: CsvRow[] = [];
  let row: CsvRow = { line: 1, cells: [] };
  let line = 1;
  let isBlank = true;
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  const close = () => {
    if (!isBlank && rows.push(row) > bounds.rows) throw new CsvBoundError('rows', row.line);
    row = { line, cells: [] };
    isBlank = true;
  };
  while (at < text.length) {
    const { quoted, next } = quotedAt(text, at);
    end.lastIndex = next;
    const found = end.exec(text);
    if (!found) break;
    const value = quoted + text.slice(next, found.index);
    if (value.length > bounds.cell) throw new CsvBoundError('cell', line);
    if (row.cells.push(value) > bounds.columns) throw new CsvBoundError('columns', line);
    isBlank &&= value.trim() === '';
    const after = found.index + found[0].length;
    if (quoted.length > 0) line += text.slice(at, next).match(/\r\n|\r|\n/g)?.length ?? 0;
    at = after;
    if (found[0] === separator) continue;
    line += 1;
    close();
  }
  // The file ends after a separator.
  if (row.cells.length > 0) {
    row.cells.push('');
    close();
  }
  return rows;
}

/** The content of the quotes that begin here, and where they end; '' if none begin. */
function quotedAt(text: string, at: number): { quoted: string; next: number } {
  if (text[at] !== '"') return { quoted: '', next: at };
  let close = text.indexOf('"', at + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  const stop = close < 0 ? text.length : close;
  return { quoted: text.slice(at + 1, stop).replaceAll('""', '"'), next: Math.min(stop + 1, text.length) };
}

/** The most frequent separator of the first lines, outside quotes. Cells have commas more often than the others. */
function separatorOf(text: string): string {
  const lines = text
    .slice(0, CHARACTERS_TO_JUDGE)
    .split(/[\r\n]+/, LINES_TO_JUDGE)
    .join('\n');
  const outside = lines.replace(/"[^"]*"/g, '');
  const count = (separator: string) => outside.split(separator).length - 1;
  return [';', '\t'].find((separator) => count(separator) > 0 && count(separator) >= count(',')) ?? ',';
}
