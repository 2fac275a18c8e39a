import { CopyFormatError } from './lines.ts';

/** A row in text format: every value is a string or null. */
export type SourceRow = Record<string, string | null>;

/** Ends a table's rows in a dump. */
export const END_OF_ROWS = '\\.';

const ESCAPES: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses one line of PostgreSQL's text COPY format. Throws `CopyFormatError`, which never quotes the content. */
export function parseRow(line: Buffer, columns: readonly string[]): SourceRow {
  let text: string;
  try {
    text = utf8.decode(line);
  } catch {
    throw new CopyFormatError('A row is not text in UTF-8.');
  }
  const fields = text.split('\t');
  if (fields.length !== columns.length) {
    throw new CopyFormatError(`A row has ${fields.length} values in place of ${columns.length}.`);
  }
  return Object.fromEntries(columns.map((column, at) => [column, parseValue(fields[at] ?? '')]));
}

function parseValue(field: string): string | null {
  if (field === '\\N') return null;
  if (!field.includes('\\')) return field;
  return field.replace(/\\(x[0-9A-Fa-f]{1,2}|[0-7]{1,3}|[\s\S]|$)/g, (_all, code: string) => {
    if (code === '') throw new CopyFormatError('A row ends in the middle of a value.');
    if (/^x./.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8));
    return ESCAPES[code] ?? code;
  });
}
