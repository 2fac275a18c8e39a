import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { END_OF_ROWS, parseRow, type SourceRow } from '#server/database/copy/copy-rows.ts';
import { CopyFormatError, linesOf } from '#server/database/copy/lines.ts';
import { type ImportedTable, type Source, SourceError } from './source.ts';

const COPY = /^COPY (.+?) \((.*)\) FROM stdin;$/i;
/** The last line of pg_dump, and that of `supabase db dump`. */
const END_MARKERS = [/^-- PostgreSQL database dump complete$/, /^RESET ALL;$/i];
const CONVERT = 'Convert it first: pg_restore --file=dump.sql DUMP';

/** Reads a plain SQL dump with COPY blocks, gzipped or not, validated as a whole first. Throws `SourceError`. */
export async function openDump(path: string): Promise<Source> {
  const zipped = await isZipped(path);
  const counts = new Map<string, number>();
  let last = '';
  let inserts = false;
  for await (const { table, row, text = '' } of entriesOf(path, zipped)) {
    if (table !== undefined) counts.set(table, (counts.get(table) ?? 0) + (row ? 1 : 0));
    else if (/^INSERT INTO "?(?:auth|public|storage)"?\./i.test(text)) inserts = true;
    if (text !== '' && !/^(?:--$|\\unrestrict |-- \\unrestrict )/.test(text)) last = text;
  }
  if (inserts) {
    throw new SourceError(
      'This dump holds its rows as INSERT statements. Make it with COPY (supabase db dump --use-copy).',
    );
  }
  if (!END_MARKERS.some((words) => words.test(last))) {
    throw new SourceError('The dump is cut off: its last line is missing. Nothing was written.');
  }
  return {
    kind: 'dump',
    counts,
    rows: async function* (table) {
      for await (const { row } of entriesOf(path, zipped, table)) if (row) yield row;
    },
    close: async () => undefined,
  };
}

async function isZipped(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new SourceError(`${path} can't be read (${error.code}).`);
  });
  if (found.isDirectory()) throw new SourceError(`${path} is a dump in directory format. ${CONVERT}`);
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0);
    const head = buffer.subarray(0, bytesRead);
    if (head.subarray(0, 5).toString() === 'PGDMP') {
      throw new SourceError(`${path} is a dump in custom format. ${CONVERT}`);
    }
    if (head.subarray(257, 262).toString() === 'ustar') {
      throw new SourceError(`${path} is a dump in tar format. ${CONVERT}`);
    }
    return head[0] === 0x1f && head[1] === 0x8b;
  } finally {
    await file.close();
  }
}

interface Entry {
  /** Also at the start of a table. */
  table?: string | undefined;
  row?: SourceRow;
  /** A line outside of rows. */
  text?: string;
}

/** The whole dump, or the rows of one table only, each of them validated. */
async function* entriesOf(path: string, zipped: boolean, wanted?: ImportedTable): AsyncGenerator<Entry> {
  let lineNumber = 0;
  let block: { table: string; columns: string[] } | undefined;
  try {
    for await (const line of linesOf(bytesOf(path, zipped))) {
      lineNumber += 1;
      if (block === undefined) {
        const text = line.length < 100_000 ? line.toString().trimEnd() : '';
        block = blockOf(text);
        yield { table: block?.table, text };
      } else if (line.length === 2 && line.toString() === END_OF_ROWS) {
        block = undefined;
      } else if (wanted === undefined || block.table === wanted) {
        yield { table: block.table, row: parseRow(line, block.columns) };
      }
    }
  } catch (error) {
    throw brokenAt(error, lineNumber, block?.table);
  }
  if (block) throw new SourceError(`The dump is cut off in the rows of ${block.table}. Nothing was written.`);
}

function brokenAt(error: unknown, line: number, table: string | undefined): unknown {
  const place = table === undefined ? `line ${line}` : `line ${line}, ${table}`;
  if (error instanceof CopyFormatError) {
    return new SourceError(`The dump is damaged (${place}): ${error.message} Nothing was written.`);
  }
  if (/^Z_/.test((error as NodeJS.ErrnoException).code ?? '')) {
    return new SourceError(`The dump is cut off or damaged (after ${place}). Nothing was written.`);
  }
  return error;
}

function bytesOf(path: string, zipped: boolean): AsyncIterable<Buffer> {
  const file = createReadStream(path, { highWaterMark: 256 * 1024 });
  if (!zipped) return file;
  const clear = createGunzip();
  file.once('error', (error) => clear.destroy(error));
  clear.once('close', () => file.destroy());
  return file.pipe(clear);
}

function blockOf(text: string): { table: string; columns: string[] } | undefined {
  const [, table, columns] = COPY.exec(text) ?? [];
  if (table === undefined || columns === undefined) return undefined;
  return {
    table: table.split('.').map(unquoted).join('.'),
    columns: columns.split(', ').map(unquoted),
  };
}

function unquoted(name: string): string {
  return name.replace(/^"(.*)"$/, '$1').replaceAll('""', '"');
}
